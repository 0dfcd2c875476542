// SPDX-License-Identifier: EUPL-1.2

// The field tables of a kind give its rows (CollectFilters) once. A query is made from the parsed
// values, each of which sets a criterion.

#include "search/request/parse_query.h"

#include <algorithm>
#include <array>
#include <deque>
#include <functional>
#include <utility>

#include "model/codes/value_rule.h"
#include "model/units/filter_meaning.h"
#include "model/units/parameters.h"
#include "search/request/parse_page.h"

namespace orgreg::search {
namespace {

using model::Match;
using model::Parameter;

constexpr std::array<std::string_view, 1> kNameMethods = {model::kConsecutiveMethod};
constexpr ParameterRow kNameMethod = {
    .name = model::kNameMethodParameter,
    .takes = Takes::kChoice,
    .wrong = Reason::kNotChoice,
    .empty = Reason::kNotChoice,
    .choices = kNameMethods,
    .meaning = "The words of the name stand next to each other, in this order.",
    .meaning_norwegian = "Ordene i navnet står etter hverandre, i denne rekkefølgen.",
};

bool TakesList(Match match) {
  return match == Match::kAnyCode || match == Match::kIndustry || match == Match::kAnyWords ||
         match == Match::kAnyWholeText || match == Match::kNumbers;
}

// The row of a parameter that is not a range.
ParameterRow WholeRow(const Parameter& parameter) {
  ParameterRow row = {.name = parameter.name, .rule = parameter.rule};
  if (TakesList(parameter.match)) {
    row.takes = Takes::kTexts;
  } else if (parameter.match == Match::kFlag) {
    row.takes = Takes::kFlag;
    row.wrong = Reason::kNotBoolean;
    row.rule = model::Rule::kText;
  } else if (parameter.match == Match::kName) {
    row.takes = Takes::kName;
    row.wrong = row.empty = Reason::kNameLength;
  }
  return row;
}

ParameterRow EndRow(const Parameter& parameter, bool is_lower) {
  ParameterRow row = {.name = is_lower ? parameter.from_name : parameter.to_name};
  if (parameter.match == Match::kDayRange) {
    row.takes = Takes::kDay;
    row.wrong = row.empty = Reason::kNotDate;
    return row;
  }
  row.takes = Takes::kEmployees;
  row.wrong = row.empty = is_lower ? Reason::kEmployeesFrom : Reason::kEmployeesTo;
  (is_lower ? row.upper_end : row.lower_end) = is_lower ? parameter.to_name : parameter.from_name;
  return row;
}

// The rows of a kind's parameters, and for each row the index of its parameter.
struct Filters {
  std::vector<std::size_t> parameters = {};
  std::vector<ParameterRow> rows = {};
  std::deque<std::string> meanings = {};  // The rows point to them.

  void Add(std::size_t index, const ParameterRow& row) {
    parameters.push_back(index);
    rows.push_back(row);
  }
  void Add(std::size_t index, const Parameter& parameter, ParameterRow row) {
    const bool is_upper = parameter.IsRange() && row.name == parameter.to_name;
    model::FilterMeaning meaning = model::MeaningOf(parameter, is_upper);
    row.meaning = meanings.emplace_back(std::move(meaning.english));
    row.meaning_norwegian = meanings.emplace_back(std::move(meaning.norwegian));
    Add(index, row);
  }
};

Filters CollectFilters(model::Kind kind) {
  Filters filters;
  const std::span<const Parameter> parameters = model::Parameters(kind);
  for (std::size_t index = 0; index < parameters.size(); ++index) {
    if (!parameters[index].IsRange()) {
      filters.Add(index, parameters[index], WholeRow(parameters[index]));
      continue;
    }
    filters.Add(index, parameters[index], EndRow(parameters[index], true));
    filters.Add(index, parameters[index], EndRow(parameters[index], false));
  }
  filters.Add(parameters.size(), kNameMethod);
  return filters;
}

struct KindFilters {
  explicit KindFilters(model::Kind kind) : KindFilters(CollectFilters(kind)) {}
  explicit KindFilters(Filters filters)
      : parameters(std::move(filters.parameters)),
        meanings(std::move(filters.meanings)),
        derived(std::move(filters.rows)) {}

  std::vector<std::size_t> parameters;
  std::deque<std::string> meanings;
  DerivedRows derived;
};

const KindFilters& FiltersOf(model::Kind kind) {
  static const KindFilters entity(model::Kind::kEntity);
  static const KindFilters sub_entity(model::Kind::kSubEntity);
  return kind == model::Kind::kEntity ? entity : sub_entity;
}

template <typename T>
void RemoveRepeated(std::vector<T>* items) {
  std::ranges::sort(*items);
  items->erase(std::ranges::unique(*items).begin(), items->end());
}

Criterion& CriterionFor(std::size_t parameter, Query* query) {
  const auto found = std::ranges::find(query->criteria, parameter, &Criterion::parameter);
  if (found != query->criteria.end()) return *found;
  return query->criteria.emplace_back(Criterion{.parameter = parameter});
}

void SetCriterion(const Value& value, Match match, Criterion* criterion) {
  switch (value.row->takes) {
    case Takes::kTexts:
      // A repeated item has no effect.
      for (const std::string_view item : value.items) {
        if (match == Match::kNumbers) {
          criterion->numbers.push_back(*base::OrgNumber::Parse(item));
        } else {
          criterion->texts.emplace_back(item);
        }
      }
      RemoveRepeated(&criterion->texts);
      RemoveRepeated(&criterion->numbers);
      break;
    case Takes::kFlag:
      criterion->flag = value.whole != 0;
      break;
    case Takes::kDay:
    case Takes::kEmployees:
      break;  // One end of a range.
    default:
      criterion->texts.emplace_back(value.text);
  }
}

std::vector<std::string_view> CollectSortKeyNames(model::Kind kind) {
  std::vector<std::string_view> names;
  for (const model::SortKey& key : model::SortKeys(kind)) names.push_back(key.name);
  return names;
}

}  // namespace

const DerivedRows& FilterRows(model::Kind kind) { return FiltersOf(kind).derived; }

ParameterTable SearchTable(model::Kind kind, Purpose purpose) {
  ParameterTable table{.derived = &FilterRows(kind), .sort_keys = SortKeyNames(kind)};
  if (purpose == Purpose::kPage) table.rows = kPageRows;
  if (purpose == Purpose::kDownload) table.rows = kFileRows;
  return table;
}

Query QueryOf(model::Kind kind, const Values& values, Purpose purpose) {
  const KindFilters& filters = FiltersOf(kind);
  const std::span<const Parameter> parameters = model::Parameters(kind);
  Query query{.kind = kind, .page = PageOf(values)};
  for (const Value& value : values.all()) {
    const ParameterRow* const first = filters.derived.rows().data();
    const bool is_filter = std::less_equal<>()(first, value.row) &&
                           std::less<>()(value.row, first + filters.derived.rows().size());
    if (!is_filter) continue;
    const std::size_t parameter = filters.parameters[static_cast<std::size_t>(value.row - first)];
    if (parameter == parameters.size()) {
      query.consecutive_name = true;
      continue;
    }
    Criterion& criterion = CriterionFor(parameter, &query);
    const Parameter& row = parameters[parameter];
    if (row.IsRange()) {
      (value.row->name == row.from_name ? criterion.from : criterion.to) = value.whole;
    } else {
      SetCriterion(value, row.match, &criterion);
    }
  }
  if (purpose != Purpose::kDownload) return query;
  for (Criterion& criterion : query.criteria) {
    criterion.parameter = parameters[criterion.parameter].in_downloads;
  }
  return query;
}

Query ParseQuery(model::Kind kind, std::span<const Argument> arguments, Problems* problems,
                 Purpose purpose) {
  const Values values = ParseParameters(SearchTable(kind, purpose), arguments, problems);
  return QueryOf(kind, values, purpose);
}

std::span<const std::string_view> SortKeyNames(model::Kind kind) {
  static const std::vector<std::string_view> entity = CollectSortKeyNames(model::Kind::kEntity);
  static const std::vector<std::string_view> sub_entity =
      CollectSortKeyNames(model::Kind::kSubEntity);
  return kind == model::Kind::kEntity ? entity : sub_entity;
}

bool IsInOrderOfNumber(const Query& query) {
  if (query.page.sort.empty()) return true;
  const SortBy& first = query.page.sort.front();
  const model::Field& field = *model::SortKeys(query.kind)[first.key].field;
  return field.filter.match == Match::kNumbers && !first.descending;
}

std::span<const SortBy> OrderKeys(const Query& query) {
  return IsInOrderOfNumber(query) ? std::span<const SortBy>() : std::span(query.page.sort);
}

std::vector<std::string_view> SplitList(std::string_view list) {
  std::vector<std::string_view> items;
  while (true) {
    const std::size_t comma = std::min(list.find(','), list.size());
    std::string_view item = list.substr(0, comma);
    item.remove_prefix(std::min(item.find_first_not_of(' '), item.size()));
    item = item.substr(0, item.find_last_not_of(' ') + 1);
    items.push_back(item);
    if (comma == list.size()) return items;
    list.remove_prefix(comma + 1);
  }
}

}  // namespace orgreg::search
