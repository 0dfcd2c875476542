// SPDX-License-Identifier: EUPL-1.2

#include "search/columns/sort_order.h"

#include <algorithm>
#include <utility>

#include "search/columns/collation.h"
#include "search/columns/text_order.h"

namespace orgreg::search {

std::int64_t SortOrder::Number(std::uint32_t rank) const {
  return static_cast<std::int64_t>(static_cast<std::uint64_t>(least_[0]) + numbers_[rank]);
}

std::strong_ordering SortOrder::Compare(const SortOrder& a, std::uint32_t rank_a,
                                        const SortOrder& b, std::uint32_t rank_b, bool descending) {
  const bool is_absent_a = rank_a >= a.PresentRanks();
  const bool is_absent_b = rank_b >= b.PresentRanks();
  // An absent value is the greatest in both directions, so that it comes last.
  if (is_absent_a || is_absent_b) return is_absent_a <=> is_absent_b;
  const bool are_texts = a.texts_.size() != 0;
  const std::strong_ordering order =
      are_texts ? a.texts_[rank_a] <=> b.texts_[rank_b] : a.Number(rank_a) <=> b.Number(rank_b);
  return descending ? 0 <=> order : order;
}

SortOrder::Value SortOrder::ValueOf(Doc doc) const {
  const std::uint32_t rank = Rank(doc);
  if (rank >= PresentRanks()) return std::monostate();
  if (texts_.size() != 0) return std::string(texts_[rank]);
  return Number(rank);
}

std::uint32_t SortOrder::LowerBound(const Value& value) const {
  if (std::holds_alternative<std::monostate>(value)) return PresentRanks();
  const auto* const text = std::get_if<std::string>(&value);
  const auto* const number = std::get_if<std::int64_t>(&value);
  const auto is_less = [&](std::uint32_t rank) {
    if (texts_.size() != 0) return text != nullptr && texts_[rank] < *text;
    return number != nullptr && Number(rank) < *number;
  };
  std::uint32_t low = 0;
  std::uint32_t high = PresentRanks();
  while (low < high) {
    const std::uint32_t middle = low + (high - low) / 2;
    if (is_less(middle)) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return low;
}

bool SortOrder::HasValue(std::uint32_t rank, const Value& value) const {
  if (rank >= PresentRanks()) {
    return std::holds_alternative<std::monostate>(value) && rank + 1 < run_starts_.size();
  }
  if (texts_.size() != 0) {
    const auto* const text = std::get_if<std::string>(&value);
    return text != nullptr && texts_[rank] == *text;
  }
  const auto* const number = std::get_if<std::int64_t>(&value);
  return number != nullptr && Number(rank) == *number;
}

SortOrder::Place SortOrder::Find(const Value& value, bool descending) const {
  const std::uint32_t present = PresentRanks();
  const std::uint32_t rank = LowerBound(value);
  Place place{.step = rank, .has_value = HasValue(rank, value)};
  // Descending, the lesser values come after it.
  if (descending && rank < present && place.has_value) {
    place.step = present - 1 - rank;
  } else if (descending && !std::holds_alternative<std::monostate>(value)) {
    place.step = present - rank;
  }
  const Steps steps = StepsOf(descending);
  const std::size_t runs = run_starts_.size() - 1;
  place.first =
      place.step < runs ? PlaceOf(steps.RunAt(place.step), steps) : std::size_t{run_starts_[runs]};
  return place;
}

// The step of a walk whose run contains the document at index `first`.
std::size_t SortOrder::FirstStep(const Steps& steps, std::size_t first) const {
  const std::size_t runs = run_starts_.size() - 1;
  std::size_t low = 0;
  std::size_t high = runs;
  while (low < high) {
    const std::size_t step = (low + high) / 2;
    const std::size_t run = steps.RunAt(step);
    const std::size_t end = PlaceOf(run, steps) + run_starts_[run + 1] - run_starts_[run];
    if (end <= first) {
      low = step + 1;
    } else {
      high = step;
    }
  }
  return low;
}

void SortOrderBuilder::AddNumber(std::optional<std::int64_t> value) {
  // The greatest possible number would otherwise be taken for an absent value.
  numbers_.push_back(value ? std::min(*value, kAbsent - 1) : kAbsent);
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

std::vector<Doc> SortOrderBuilder::OrderDocs() const {
  std::int64_t least = kAbsent;
  std::int64_t greatest = INT64_MIN;
  for (const std::int64_t number : numbers_) {
    if (number == kAbsent) continue;
    least = std::min(least, number);
    greatest = std::max(greatest, number);
  }
  if (least == kAbsent) least = greatest = 0;
  const std::uint64_t range =
      static_cast<std::uint64_t>(greatest) - static_cast<std::uint64_t>(least);
  return range / 4 <= numbers_.size() ? OrderByCounting(least, range) : OrderByComparing();
}

// For codes, days and indexes of texts: not many more values are possible than there are documents.
std::vector<Doc> SortOrderBuilder::OrderByCounting(std::int64_t least, std::uint64_t range) const {
  const auto place = [&](std::int64_t number) {
    if (number == kAbsent) return range + 1;  // After all others.
    return static_cast<std::uint64_t>(number) - static_cast<std::uint64_t>(least);
  };
  std::vector<std::uint32_t> next(range + 3, 0);
  for (const std::int64_t number : numbers_) ++next[place(number) + 1];
  for (std::size_t at = 1; at < next.size(); ++at) next[at] += next[at - 1];
  std::vector<Doc> docs(numbers_.size());
  for (std::size_t doc = 0; doc < docs.size(); ++doc)
    docs[next[place(numbers_[doc])]++] = static_cast<Doc>(doc);
  return docs;
}

std::vector<Doc> SortOrderBuilder::OrderByComparing() const {
  std::vector<std::pair<std::int64_t, Doc>> keyed;
  keyed.reserve(numbers_.size());
  for (const std::int64_t number : numbers_)
    keyed.emplace_back(number, static_cast<Doc>(keyed.size()));
  std::ranges::sort(keyed);
  std::vector<Doc> docs;
  docs.reserve(keyed.size());
  for (const auto& [number, doc] : keyed) docs.push_back(doc);
  return docs;
}

void SortOrderBuilder::Write(bool alphabetical, SegmentFileWriter* writer) && {
  const TextColumnBuilder texts =
      texts_.size() == 0 ? TextColumnBuilder() : NumberTexts(alphabetical);
  const std::vector<Doc> docs = OrderDocs();
  std::vector<std::uint32_t> ranks(numbers_.size());
  std::vector<std::uint32_t> run_starts;
  std::vector<std::int64_t> least;
  std::vector<std::uint64_t> values;
  for (std::size_t at = 0; at < docs.size(); ++at) {
    const Doc doc = docs[at];
    if (at == 0 || numbers_[doc] != numbers_[docs[at - 1]]) {
      run_starts.push_back(static_cast<std::uint32_t>(at));
      const std::int64_t value = numbers_[doc];
      if (value != kAbsent && texts.size() == 0) {
        if (least.empty()) least.push_back(value);
        values.push_back(static_cast<std::uint64_t>(value) -
                         static_cast<std::uint64_t>(least.front()));
      }
    }
    ranks[doc] = static_cast<std::uint32_t>(run_starts.size() - 1);
  }
  run_starts.push_back(static_cast<std::uint32_t>(docs.size()));
  WriteNumbers(ranks, writer);
  writer->Write(docs);
  writer->Write(run_starts);
  writer->Write(least);
  WriteNumbers(values, writer);
  texts.Write(writer);
}

}  // namespace orgreg::search
