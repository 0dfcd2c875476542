#include "search/sort_order.h"

#include <algorithm>
#include <numeric>
#include <utility>

#include "search/collation.h"
#include "search/text_order.h"

namespace orgreg::search {

std::strong_ordering SortOrder::Compare(const SortOrder& a, std::uint32_t rank_a,
                                        const SortOrder& b, std::uint32_t rank_b) {
  const std::int64_t number_a = a.numbers_[rank_a];
  const std::int64_t number_b = b.numbers_[rank_b];
  const bool both_texts = rank_a < a.texts_.size() && rank_b < b.texts_.size();
  return both_texts ? a.texts_[rank_a] <=> b.texts_[rank_b] : number_a <=> number_b;
}

// Of a walk over the runs: the step whose run has the document at place `first`.
std::size_t SortOrder::FirstStep(bool descending, std::size_t first) const {
  const std::size_t runs = run_starts_.size() - 1;
  std::size_t low = 0;
  std::size_t high = runs;
  while (low < high) {
    const std::size_t step = (low + high) / 2;
    const std::size_t end =
        descending ? docs_.size() - run_starts_[runs - 1 - step] : run_starts_[step + 1];
    if (end <= first) {
      low = step + 1;
    } else {
      high = step;
    }
  }
  return low;
}

void SortOrderBuilder::AddText(const std::optional<std::string>& value) {
  if (!value) {
    numbers_.push_back(kAbsent);
    return;
  }
  numbers_.push_back(texts_.IdOf(*value));
}

TextColumnBuilder SortOrderBuilder::NumberTexts(bool alphabetical) {
  const TextIds texts = std::exchange(texts_, {});
  TextColumnBuilder keys;  // By id.
  const Collation collation;
  for (const std::string_view text : texts.texts().Views()) {
    if (alphabetical) {
      keys.Append(collation.Key(text));
    } else {
      keys.Append(text);
    }
  }
  std::vector<std::int64_t> places(keys.size());
  TextColumnBuilder compared;
  for (const std::uint32_t id : OrderOf(keys.Views())) {
    if (compared.size() == 0 || compared[compared.size() - 1] != keys[id])
      compared.Append(keys[id]);
    places[id] = static_cast<std::int64_t>(compared.size()) - 1;
  }
  for (std::int64_t& number : numbers_) {
    if (number != kAbsent) number = places[static_cast<std::size_t>(number)];
  }
  return compared;
}

void SortOrderBuilder::Write(bool alphabetical, SegmentFileWriter* writer) && {
  const TextColumnBuilder texts =
      texts_.size() == 0 ? TextColumnBuilder() : NumberTexts(alphabetical);
  std::vector<Doc> docs(numbers_.size());
  std::iota(docs.begin(), docs.end(), Doc{0});
  std::ranges::stable_sort(docs, {}, [this](Doc doc) { return numbers_[doc]; });
  std::vector<std::uint32_t> ranks(numbers_.size());
  std::vector<std::uint32_t> run_starts;
  std::vector<std::int64_t> values;
  for (std::size_t at = 0; at < docs.size(); ++at) {
    const Doc doc = docs[at];
    if (at == 0 || numbers_[doc] != numbers_[docs[at - 1]]) {
      run_starts.push_back(static_cast<std::uint32_t>(at));
      values.push_back(numbers_[doc]);
    }
    ranks[doc] = static_cast<std::uint32_t>(run_starts.size() - 1);
  }
  run_starts.push_back(static_cast<std::uint32_t>(docs.size()));
  writer->Write(ranks);
  writer->Write(docs);
  writer->Write(run_starts);
  writer->Write(values);
  texts.Write(writer);
}

}  // namespace orgreg::search
