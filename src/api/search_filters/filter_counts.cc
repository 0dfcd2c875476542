// SPDX-License-Identifier: EUPL-1.2

#include "api/search_filters/filter_counts.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <utility>

#include "api/search_filters/filter_table.h"

namespace orgreg::api {
namespace {

using search::FieldQuestion;
using search::Query;

constexpr std::size_t kMostValues = 5000;  // More than any list has.
// The bytes of a section and of a division.
constexpr std::array<std::size_t, 2> kUpperLevels = {1, 2};

void AddQuestions(const KindFilter& filter, bool names_all, std::vector<FieldQuestion>* questions) {
  const FieldQuestion all = {.parameter = filter.index, .most_values = kMostValues};
  switch (filter.row->shape) {
    case FilterShape::kCodes:
    case FilterShape::kPlaces:
    case FilterShape::kFlag:
      questions->push_back(all);
      return;
    case FilterShape::kIndustries:
      if (names_all) return questions->push_back(all);
      for (const std::size_t bytes : kUpperLevels)
        questions->push_back(
            {.parameter = filter.index, .code_bytes = bytes, .most_values = kMostValues});
      return;
    case FilterShape::kTown:
    case FilterShape::kText:
    case FilterShape::kEmployeeRange:
    case FilterShape::kDayRange:
      return;
  }
}

}  // namespace

base::Result<FilterCounts> FilterCounts::Make(const search::Catalog& catalog, const Query& query,
                                              bool names_all) {
  FilterCounts counts;
  std::vector<FieldQuestion> common;
  for (const KindFilter& filter : FiltersOf(query.kind)) {
    const auto is_set = [&](const search::Criterion& criterion) {
      return criterion.parameter == filter.index;
    };
    if (std::ranges::none_of(query.criteria, is_set)) {
      AddQuestions(filter, names_all, &common);
      continue;
    }
    std::vector<FieldQuestion> own;
    AddQuestions(filter, names_all, &own);
    if (own.empty()) continue;
    Query without = query;
    std::erase_if(without.criteria, is_set);
    TRY(counts.Add(catalog, without, own));
  }
  TRY(counts.Add(catalog, query, common));
  return counts;
}

base::Status FilterCounts::Add(const search::Catalog& catalog, const Query& query,
                               const std::vector<FieldQuestion>& questions) {
  search::ValueCounts found = TRY(catalog.CountValues(query, questions));
  for (std::size_t at = 0; at < questions.size(); ++at) {
    const std::size_t parameter = questions[at].parameter;
    auto known = std::ranges::find(counted_, parameter, &Counted::parameter);
    if (known == counted_.end())
      known = counted_.insert(counted_.end(), Counted{.parameter = parameter});
    std::ranges::move(found.fields[at].values, std::back_inserter(known->values));
  }
  return {};
}

const std::vector<search::ValueCount>& FilterCounts::Of(std::size_t parameter) const {
  static const std::vector<search::ValueCount> none;
  const auto found = std::ranges::find(counted_, parameter, &Counted::parameter);
  return found == counted_.end() ? none : found->values;
}

std::size_t FilterCounts::Count(std::size_t parameter, std::string_view value) const {
  const std::vector<search::ValueCount>& values = Of(parameter);
  const auto found = std::ranges::find(values, value, &search::ValueCount::value);
  return found == values.end() ? 0 : found->count;
}

}  // namespace orgreg::api
