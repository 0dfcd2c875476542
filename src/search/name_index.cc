#include "search/name_index.h"

#include <algorithm>
#include <numeric>

#include "base/fold.h"
#include "search/name_words.h"

namespace orgreg::search {
namespace {

// The run of places in a sorted order whose texts begin with `prefix`.
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

// 0, 1, 2 and so on.
template <typename T>
std::vector<T> Numbered(std::size_t count) {
  std::vector<T> numbers(count);
  std::iota(numbers.begin(), numbers.end(), T{0});
  return numbers;
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
  const NameWords words = SplitName(unit.name.value_or(""));
  for (const std::string& word : words.all) words_.Add(doc, word);
  folded_.Append(Join(words.all));
  content_.Append(Join(words.content));
  const bool inactive =
      unit.bankrupt == true || unit.winding_up == true || unit.compulsory_dissolution == true;
  const std::size_t length = base::CountCharacters(folded_[doc]);
  weights_.push_back(static_cast<std::uint32_t>(2 * length + (inactive ? 1 : 0)));
}

void NameIndexBuilder::WritePreferences(SegmentFileWriter* writer) const {
  std::vector<Doc> order = Numbered<Doc>(weights_.size());
  std::ranges::stable_sort(order, {}, [this](Doc doc) { return weights_[doc]; });
  std::vector<std::uint32_t> preferences(order.size());
  for (std::size_t place = 0; place < order.size(); ++place)
    preferences[order[place]] = static_cast<std::uint32_t>(place);
  writer->Write(preferences);
  writer->Write(order);
  writer->Write(weights_);
}

void NameIndexBuilder::Write(SegmentFileWriter* writer) && {
  const std::vector<std::string> terms = words_.Terms();
  std::move(words_).Write(weights_.size(), writer);
  folded_.Write(writer);
  content_.Write(writer);
  std::vector<Doc> by_content = Numbered<Doc>(weights_.size());
  std::ranges::stable_sort(by_content, {}, [this](Doc doc) { return content_[doc]; });
  writer->Write(by_content);
  WritePreferences(writer);

  TextColumnBuilder loose;
  std::vector<std::uint64_t> letters;
  for (const std::string& term : terms) {
    loose.Append(Loosen(term));
    letters.push_back(LetterMask(loose[loose.size() - 1]));
  }
  std::vector<std::uint32_t> by_loose = Numbered<std::uint32_t>(terms.size());
  std::ranges::stable_sort(by_loose, {}, [&](std::uint32_t term) { return loose[term]; });
  loose.Write(writer);
  writer->Write(letters);
  writer->Write(by_loose);
}

}  // namespace orgreg::search
