// SPDX-License-Identifier: EUPL-1.2

// For each value the stored set of its documents is compared with the matches. All values together
// have about as many documents as the segment, so the matches are made bits first: a document then
// costs one test, whatever the search is. If there are few matches, they are looked up instead: in
// the sets of values, or in the column of days and employees.

#include "search/match/value_counts.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <chrono>
#include <cstdint>
#include <deque>
#include <string_view>
#include <utility>
#include <variant>

#include "model/units/parameters.h"
#include "search/columns/doc_set.h"
#include "search/columns/range_index.h"
#include "search/columns/term_index.h"
#include "search/segment/segment.h"
#include "search/segment/terms.h"

namespace orgreg::search {
namespace {

using model::Match;
using Word = std::uint64_t;

// The cost of finding a document in a list, and of classifying its value, in tests of a bit.
constexpr std::size_t kSearchCost = 16;
constexpr std::size_t kClassCost = 4;

bool HasBit(std::span<const Word> bits, Doc doc) {
  return (bits[doc / 64] >> (doc % 64) & 1U) != 0;
}
void ClearBit(std::span<Word> bits, Doc doc) { bits[doc / 64] &= ~(Word{1} << (doc % 64)); }

// A value and its count. Terms are views of the segment; names of classes are kept in the tally.
struct Counted {
  std::string_view value = {};
  std::size_t count = 0;
};
struct Tally {
  std::vector<Counted> values = {};
  std::deque<std::string> names = {};

  void AddNamed(std::string name, std::size_t count) {
    values.push_back({.value = names.emplace_back(std::move(name)), .count = count});
  }
};

// The matches in one segment.
struct Matched {
  const DocSet& docs;
  std::vector<Word> bits;

  explicit Matched(const DocSet& set) : docs(set), bits(set.ToBits()) {}
};

std::size_t CountCommon(const Postings& stored, const Matched& matched) {
  const std::span<const Word> bits = matched.bits;
  if (matched.docs.Count() == matched.docs.universe()) return stored.count;
  std::size_t count = 0;
  if (!stored.bits.empty()) {
    for (std::size_t at = 0; at < bits.size(); ++at) {
      count += static_cast<std::size_t>(std::popcount(bits[at] & stored.bits[at]));
    }
  } else if (matched.docs.Count() * kSearchCost < stored.list.size()) {
    matched.docs.ForEach(
        [&](Doc doc) { count += std::ranges::binary_search(stored.list, doc) ? 1 : 0; });
  } else {
    for (const Doc doc : stored.list) count += HasBit(bits, doc) ? 1 : 0;
  }
  return count;
}

// Removes the stored documents.
void Remove(const Postings& stored, std::span<Word> bits) {
  for (std::size_t at = 0; at < stored.bits.size(); ++at) bits[at] &= ~stored.bits[at];
  for (const Doc doc : stored.list) ClearBit(bits, doc);
}

std::size_t CountBits(std::span<const Word> bits) {
  std::size_t count = 0;
  for (const Word word : bits) count += static_cast<std::size_t>(std::popcount(word));
  return count;
}

std::string_view NameOf(std::string_view term, Match match) {
  if (match != Match::kFlag) return term;
  return term == kTrueTerm ? "true" : "false";
}

// Adds to the values, and returns the matches without one.
std::size_t CountTerms(const TermIndex& index, const Matched& matched,
                       const model::Parameter& parameter, std::size_t code_bytes, Tally* tally) {
  const bool may_repeat = parameter.fields.size() > 1 && parameter.match != Match::kFlag;
  std::vector<Word> without;
  if (may_repeat) without = matched.bits;
  std::size_t with = 0;
  for (std::size_t at = 0; at < index.term_count(); ++at) {
    const std::string_view term = index.Term(at);
    if (code_bytes != 0 && term.size() != code_bytes) continue;
    const Postings stored = index.At(at);
    const std::size_t count = CountCommon(stored, matched);
    if (count == 0) continue;
    with += count;
    if (may_repeat) Remove(stored, without);
    tally->values.push_back({.value = NameOf(term, parameter.match), .count = count});
  }
  return may_repeat ? CountBits(without) : matched.docs.Count() - with;
}

// How the values of a range are classified: classes ascend with the values.
struct Classes {
  std::int32_t (*of)(std::int32_t value) = nullptr;
  std::int64_t (*end)(std::int32_t which) = nullptr;  // The least value above the class.
  std::string (*name)(std::int32_t which) = nullptr;
};

// Spec, Versioning: one to four employees are only a class, which the index has as 1.
constexpr std::array<std::int32_t, 8> kLeastEmployees = {0, 1, 5, 10, 20, 50, 100, 250};

// Counts instead of searching, because branches on unpredictable values cost more.
std::int32_t ClassOfEmployees(std::int32_t value) {
  std::int32_t above = 0;
  for (const std::int32_t least : kLeastEmployees) above += value >= least ? 1 : 0;
  return std::max(above - 1, 0);
}
std::int64_t EndOfEmployees(std::int32_t which) {
  const auto next = static_cast<std::size_t>(which) + 1;
  return next == kLeastEmployees.size() ? INT64_MAX : kLeastEmployees[next];
}
std::string NameOfEmployees(std::int32_t which) {
  const std::int32_t least = kLeastEmployees[static_cast<std::size_t>(which)];
  const std::int64_t end = EndOfEmployees(which);
  if (end == INT64_MAX) return fmt::format("{}-", least);
  return end == least + 1 ? std::to_string(least) : fmt::format("{}-{}", least, end - 1);
}

std::int32_t YearOf(std::int32_t day) {
  const std::chrono::sys_days date{std::chrono::days(day)};
  return static_cast<int>(std::chrono::year_month_day(date).year());
}
std::int64_t EndOfYear(std::int32_t year) {
  const std::chrono::sys_days next = std::chrono::year(year + 1) / std::chrono::January / 1;
  return next.time_since_epoch().count();
}
std::string NameOfYear(std::int32_t year) { return fmt::format("{:04}", year); }

constexpr Classes kEmployees = {ClassOfEmployees, EndOfEmployees, NameOfEmployees};
constexpr Classes kYears = {YearOf, EndOfYear, NameOfYear};

// Looks at the value of each match.
void CountByColumn(const RangeIndex& index, const Matched& matched, const Classes& classes,
                   Tally* tally) {
  const std::span<const std::int32_t> column = index.Values();
  const std::span<const Doc> order = index.InOrder();
  const std::int32_t first = classes.of(column[order.front()]);
  const auto size = static_cast<std::size_t>(classes.of(column[order.back()]) - first) + 1;
  std::vector<std::size_t> counts(size, 0);
  matched.docs.ForEach([&](Doc doc) {
    const std::int32_t value = column[doc];
    if (value != RangeIndex::kAbsent) ++counts[static_cast<std::size_t>(classes.of(value) - first)];
  });
  for (std::size_t at = 0; at < size; ++at) {
    if (counts[at] == 0) continue;
    const std::int32_t which = first + static_cast<std::int32_t>(at);
    tally->AddNamed(classes.name(which), counts[at]);
  }
}

// Looks at the documents of each class, which are next to each other in the order of values.
void CountByOrder(const RangeIndex& index, const Matched& matched, const Classes& classes,
                  Tally* tally) {
  const std::span<const std::int32_t> column = index.Values();
  std::span<const Doc> rest = index.InOrder();
  const bool has_all = matched.docs.Count() == matched.docs.universe();
  while (!rest.empty()) {
    const std::int32_t which = classes.of(column[rest.front()]);
    const auto end = std::ranges::lower_bound(rest, classes.end(which), {},
                                              [&](Doc doc) { return std::int64_t{column[doc]}; });
    const auto here = rest.first(static_cast<std::size_t>(end - rest.begin()));
    rest = rest.subspan(here.size());
    std::size_t count = has_all ? here.size() : 0;
    if (!has_all) {
      for (const Doc doc : here) count += HasBit(matched.bits, doc) ? 1 : 0;
    }
    if (count != 0) tally->AddNamed(classes.name(which), count);
  }
}

// Adds to the values, and returns the matches without one.
std::size_t CountRange(const RangeIndex& index, const Matched& matched, const Classes& classes,
                       Tally* tally) {
  const std::size_t before = tally->values.size();
  const std::size_t stored = index.InOrder().size();
  if (stored == 0) return matched.docs.Count();
  const bool has_few = matched.docs.Count() * kClassCost < stored;
  (has_few ? CountByColumn : CountByOrder)(index, matched, classes, tally);
  std::size_t with = 0;
  for (const Counted& value : std::span(tally->values).subspan(before)) with += value.count;
  return matched.docs.Count() - with;
}

std::size_t CountIn(const Segment& segment, const Matched& matched,
                    const model::Parameter& parameter, const FieldQuestion& question,
                    Tally* tally) {
  const ParameterIndex& index = segment.parameter(question.parameter);
  if (const auto* const terms = std::get_if<TermIndex>(&index)) {
    return CountTerms(*terms, matched, parameter, question.code_bytes, tally);
  }
  const bool has_days = parameter.match == Match::kDayRange;
  return CountRange(std::get<RangeIndex>(index), matched, has_days ? kYears : kEmployees, tally);
}

// Adds up the counts of equal values, which several layers have.
void AddUp(std::vector<Counted>* values) {
  if (values->empty()) return;
  std::ranges::sort(*values, {}, &Counted::value);
  std::size_t kept = 0;
  for (std::size_t at = 1; at < values->size(); ++at) {
    const Counted value = (*values)[at];
    if (value.value == (*values)[kept].value) {
      (*values)[kept].count += value.count;
    } else {
      (*values)[++kept] = value;
    }
  }
  values->resize(kept + 1);
}

// Names the most frequent values.
void Name(std::size_t most, std::vector<Counted> values, FieldCounts* counts) {
  const std::size_t named = std::min(most, values.size());
  std::ranges::partial_sort(values, values.begin() + static_cast<std::ptrdiff_t>(named),
                            [](const Counted& a, const Counted& b) {
                              return a.count != b.count ? a.count > b.count : a.value < b.value;
                            });
  counts->value_count = values.size();
  for (const Counted& value : std::span(values).subspan(named)) counts->other += value.count;
  for (const Counted& value : std::span(values).first(named))
    counts->values.push_back({.value = std::string(value.value), .count = value.count});
}

}  // namespace

std::vector<FieldCounts> CountValues(const Layers& layers, const LayeredSet& matches,
                                     model::Kind kind, std::span<const FieldQuestion> questions) {
  const std::span<const model::Parameter> parameters = model::Parameters(kind);
  std::vector<FieldCounts> fields(questions.size());
  std::vector<Tally> tallies(questions.size());
  std::size_t counted_layers = 0;
  for (std::size_t layer = 0; layer < layers.size(); ++layer) {
    if (matches[layer].Count() == 0) continue;
    ++counted_layers;
    const Matched matched(matches[layer]);
    for (std::size_t at = 0; at < questions.size(); ++at) {
      const model::Parameter& parameter = parameters[questions[at].parameter];
      fields[at].missing +=
          CountIn(*layers[layer].segment, matched, parameter, questions[at], &tallies[at]);
    }
  }
  for (std::size_t at = 0; at < questions.size(); ++at) {
    if (counted_layers > 1) AddUp(&tallies[at].values);
    Name(questions[at].most_values, std::move(tallies[at].values), &fields[at]);
  }
  return fields;
}

}  // namespace orgreg::search
