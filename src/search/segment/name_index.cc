// SPDX-License-Identifier: EUPL-1.2

#include "search/segment/name_index.h"

#include <algorithm>

#include "base/values/fold.h"
#include "search/columns/text_order.h"
#include "search/segment/name_words.h"

namespace orgreg::search {
namespace {

// The range of a sorted order whose texts begin with `prefix`.
template <typename TextAt>
Range BeginningWith(std::size_t size, std::string_view prefix, TextAt text_at) {
  const auto bound = [&](auto is_before) {
    std::size_t low = 0;
    std::size_t high = size;
    while (low < high) {
      const std::size_t middle = (low + high) / 2;
      if (is_before(text_at(middle))) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  };
  return {.first = bound([&](std::string_view text) { return text < prefix; }),
          .last = bound(
              [&](std::string_view text) { return text.substr(0, prefix.size()) <= prefix; })};
}

}  // namespace

Range NameIndex::ContentsBeginningWith(std::string_view text) const {
  return BeginningWith(by_content_.size(), text,
                       [this](std::size_t place) { return content_[by_content_[place]]; });
}

Range NameIndex::LooseBeginningWith(std::string_view loose) const {
  return BeginningWith(terms_by_loose_.size(), loose,
                       [this](std::size_t place) { return loose_[terms_by_loose_[place]]; });
}

NameIndex::NameIndex(std::size_t universe, SectionReader* reader)
    : words_(universe, reader),
      folded_(reader),
      content_(reader),
      by_content_(reader->Next<Doc>()),
      preferences_(reader->Next<std::uint32_t>()),
      by_preference_(reader->Next<Doc>()),
      weights_(reader->Next<std::uint32_t>()),
      loose_(reader),
      letters_(reader->Next<std::uint64_t>()),
      terms_by_loose_(reader->Next<std::uint32_t>()) {}

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

void NameIndexBuilder::Write(SegmentFileWriter* writer) && {
  const TextColumnBuilder terms = std::move(words_).Write(weights_.size(), writer);
  folded_.Write(writer);
  content_.Write(writer);
  writer->Write(OrderOf(content_.Views()));
  WritePreferences(writer);

  TextColumnBuilder loose;
  std::vector<std::uint64_t> letters;
  for (const std::string_view term : terms.Views()) {
    loose.Append(Loosen(term));
    letters.push_back(LetterMask(loose[loose.size() - 1]));
  }
  loose.Write(writer);
  writer->Write(letters);
  writer->Write(OrderOf(loose.Views()));
}

}  // namespace orgreg::search
