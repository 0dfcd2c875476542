// SPDX-License-Identifier: EUPL-1.2

#include "search/segment/name_index.h"

#include <algorithm>

#include "base/values/fold.h"
#include "search/columns/text_order.h"
#include "search/segment/name_words.h"

namespace orgreg::search {

Range NameIndex::ContentsBeginningWith(std::string_view text) const {
  return content_samples_.BeginningWith(
      by_content_.size(), text, [this](std::size_t place) { return content_[by_content_[place]]; });
}

Range NameIndex::LooseBeginningWith(std::string_view loose) const {
  return loose_samples_.BeginningWith(terms_by_loose_.size(), loose, [this](std::size_t place) {
    return loose_[terms_by_loose_[place]];
  });
}

Range NameIndex::LooseEqualTo(std::string_view loose) const {
  const auto text_at = [this](std::size_t place) { return loose_[terms_by_loose_[place]]; };
  const std::size_t first = loose_samples_.LowerBound(terms_by_loose_.size(), loose, text_at);
  std::size_t last = first;
  while (last < terms_by_loose_.size() && loose_samples_.MayBe(last, loose) &&
         text_at(last) == loose)
    ++last;
  return {.first = first, .last = last};
}

NameIndex::NameIndex(std::size_t universe, SectionReader* reader)
    : words_(universe, reader),
      folded_(reader),
      content_(reader),
      by_content_(reader->Next<Doc>()),
      content_samples_(reader),
      preferences_(reader->Next<std::uint32_t>()),
      by_preference_(reader->Next<Doc>()),
      weights_(reader->Next<std::uint32_t>()),
      loose_(reader),
      letters_(reader->Next<std::uint64_t>()),
      terms_by_loose_(reader->Next<std::uint32_t>()),
      loose_samples_(reader) {}

void NameIndexBuilder::Add(const model::Unit& unit) {
  const auto doc = static_cast<Doc>(folded_.size());
  text_.clear();
  if (unit.name) base::AppendFolded(*unit.name, &text_);
  base::ForEachWord(text_, [&](std::string_view word) { words_.Add(doc, word); });
  folded_.Append(text_);
  const bool inactive =
      unit.bankrupt == true || unit.winding_up == true || unit.compulsory_dissolution == true;
  const std::size_t length = base::CountCharacters(text_);
  weights_.push_back(static_cast<std::uint32_t>(2 * length + (inactive ? 1 : 0)));
  text_.clear();
  AppendContent(folded_[doc], &text_);
  content_.Append(text_);
}

void NameIndexBuilder::WritePreferences(SegmentFileWriter* writer) const {
  // Weight and document in one number, which sorts several times faster than looking them up.
  std::vector<std::uint64_t> keys;
  keys.reserve(weights_.size());
  for (const std::uint32_t weight : weights_)
    keys.push_back(std::uint64_t{weight} << 32U | keys.size());
  std::ranges::sort(keys);
  std::vector<Doc> order;
  order.reserve(keys.size());
  std::vector<std::uint32_t> preferences(keys.size());
  for (const std::uint64_t key : keys) {
    const auto doc = static_cast<Doc>(key);
    preferences[doc] = static_cast<std::uint32_t>(order.size());
    order.push_back(doc);
  }
  writer->Write(preferences);
  writer->Write(order);
  writer->Write(weights_);
}

// The order of the texts, and its samples.
void NameIndexBuilder::WriteOrder(const TextColumnBuilder& texts, SegmentFileWriter* writer) {
  const std::vector<std::string_view> views = texts.Views();
  const std::vector<std::uint32_t> order = OrderOf(views);
  writer->Write(order);
  WriteSamples(views, order, writer);
}

void NameIndexBuilder::Write(SegmentFileWriter* writer) && {
  const TextColumnBuilder terms = std::move(words_).Write(weights_.size(), writer);
  folded_.Write(writer);
  content_.Write(writer);
  WriteOrder(content_, writer);
  WritePreferences(writer);

  TextColumnBuilder loose;
  std::vector<std::uint64_t> letters;
  for (const std::string_view term : terms.Views()) {
    loose.Append(Loosen(term));
    letters.push_back(LetterMask(loose[loose.size() - 1]));
  }
  loose.Write(writer);
  writer->Write(letters);
  WriteOrder(loose, writer);
}

}  // namespace orgreg::search
