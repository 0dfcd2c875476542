// SPDX-License-Identifier: EUPL-1.2

#include "api/search_filters/active_filters.h"

#include <algorithm>
#include <utility>

#include "api/pages/day_text.h"
#include "api/pages/number_text.h"
#include "api/pages/words.h"
#include "api/search_filters/filter_table.h"
#include "api/unit_pages/field_rows.h"
#include "base/values/ascii.h"
#include "base/values/date.h"
#include "base/values/org_number.h"
#include "model/codes/value_rule.h"
#include "model/limits.h"
#include "model/units/field.h"
#include "model/units/parameters.h"
#include "search/request/arguments.h"
#include "search/request/parameter.h"
#include "search/request/parse_query.h"

namespace orgreg::api {
namespace {

using model::Kind;

bool IsFilter(std::string_view name, Kind kind) {
  return name != NamesOfSearch(kind).name && name != model::kSortParameter &&
         name != model::kSizeParameter && name != model::kPageParameter;
}

std::string WordsOf(std::string_view id, std::string_view end, PageLanguage language) {
  return std::string(WordsFor(std::string("filter.").append(id).append(end), language));
}

// The parameter of an address, as one of the two ends if it is a range; null if it is none of the
// fields'.
const model::Parameter* ParameterNamed(std::string_view name, Kind kind) {
  for (const model::Parameter& parameter : model::Parameters(kind))
    if (name == parameter.name || name == parameter.from_name || name == parameter.to_name)
      return &parameter;
  return nullptr;
}

// By the fields that it searches: "Closed down from", "Postal address: post town".
std::string LabelByFields(const model::Parameter& parameter, std::string_view name,
                          PageLanguage language) {
  std::string label;
  for (const model::Field* const field : parameter.fields) {
    const std::string one = FieldLabel(field->Path(), language);
    if (one.empty()) return std::string(name);
    label.append(label.empty() ? "" : " / ").append(one);
  }
  if (!parameter.IsRange()) return label;
  return label.append(" ").append(
      WordsOf(name == parameter.from_name ? "since" : "until", "", language));
}

std::string ItemText(const KindFilter* filter, const search::ParameterRow& row,
                     std::string_view item) {
  if (row.rule == model::Rule::kOrgNumber) {
    const auto number = base::OrgNumber::Parse(item);
    return number ? OrgNumberText(*number) : std::string(item);
  }
  if (filter == nullptr || filter->row->text == nullptr) return std::string(item);
  const std::string_view text = filter->row->text(item);
  return text.empty() ? std::string(item) : std::string(item).append(" ").append(text);
}

// The label of a flag says what "true" means.
std::string FlagText(std::string_view value, PageLanguage language) {
  if (base::EqualsIgnoringCase(value, "true")) return "";
  if (base::EqualsIgnoringCase(value, "false")) return WordsOf("no", "", language);
  return std::string(value);
}

std::string DayOr(std::string_view value, PageLanguage language) {
  const auto day = base::Date::Parse(value);
  return day ? DayText(*day, language) : std::string(value);
}

class Collector {
 public:
  Collector(const SearchAddress& address, Kind kind, PageLanguage language)
      : address_(address.Without(model::kPageParameter)),
        kind_(kind),
        language_(language),
        table_(search::SearchTable(kind, search::Purpose::kPage)) {
    const std::size_t bytes = std::max<std::size_t>(address_.ToQuery().size(), 1);
    if (bytes <= kLongestRepeated) most_ = std::min(kMostLinkBytes / bytes, kMostActiveFilters);
  }

  void Add(const AddressPart& part) {
    const search::ParameterRow* const row = table_.Find(part.name);
    const std::string label = LabelOf(part.name, kind_, language_);
    if (row == nullptr) return AddWhole(part, label, part.value);
    switch (row->takes) {
      case search::Takes::kTexts:
      case search::Takes::kChoices:
        return AddItems(part, *row, label);
      case search::Takes::kFlag:
        return AddWhole(part, label, FlagText(part.value, language_));
      case search::Takes::kDay:
        return AddWhole(part, label, DayOr(part.value, language_));
      case search::Takes::kChoice:  // Its only choice is what the label says.
        return AddWhole(part, label, "");
      case search::Takes::kText:
      case search::Takes::kName:
      case search::Takes::kTime:
      case search::Takes::kWhole:
      case search::Takes::kEmployees:
      case search::Takes::kSort:
        return AddWhole(part, label, ItemText(FilterNamed(kind_, part.name), *row, part.value));
    }
  }

  ActiveFilterList Take() && { return std::move(found_); }

 private:
  // Counts the one that has no place.
  bool IsFull() {
    if (found_.shown.size() < most_) return false;
    ++found_.more;
    return true;
  }

  void AddItems(const AddressPart& part, const search::ParameterRow& row,
                const std::string& label) {
    const KindFilter* const filter = FilterNamed(kind_, part.name);
    for (const std::string_view item : search::SplitList(part.value)) {
      if (IsFull()) continue;
      found_.shown.push_back({.label = label,
                              .value = ItemText(filter, row, item),
                              .without = address_.WithoutItem(part.name, item)});
    }
  }

  void AddWhole(const AddressPart& part, std::string label, std::string value) {
    if (IsFull()) return;
    found_.shown.push_back({.label = std::move(label),
                            .value = std::move(value),
                            .without = address_.Without(part.name)});
  }

  SearchAddress address_;
  Kind kind_;
  PageLanguage language_;
  search::ParameterTable table_;
  std::size_t most_ = 0;
  ActiveFilterList found_;
};

}  // namespace

std::string LabelOf(std::string_view parameter, Kind kind, PageLanguage language) {
  if (parameter == NamesOfSearch(kind).name) return WordsOf("name", "", language);
  if (parameter == model::kNameMethodParameter) return WordsOf("name_method", "", language);
  const KindFilter* const filter = FilterNamed(kind, parameter);
  if (filter == nullptr) {
    const model::Parameter* const other = ParameterNamed(parameter, kind);
    return other == nullptr ? std::string(parameter) : LabelByFields(*other, parameter, language);
  }
  if (!filter->parameter->IsRange()) return WordsOf(filter->row->id, "", language);
  const bool is_lower = parameter == filter->parameter->from_name;
  return WordsOf(filter->row->id, is_lower ? "_from" : "_to", language);
}

ActiveFilterList ActiveFilters(const SearchAddress& address, Kind kind, PageLanguage language) {
  Collector collector(address, kind, language);
  for (const AddressPart& part : address.parts())
    if (IsFilter(part.name, kind)) collector.Add(part);
  return std::move(collector).Take();
}

SearchAddress WithoutFilters(const SearchAddress& address, Kind kind) {
  return address.Changed([kind](const AddressPart& part) {
    const bool goes = part.name == model::kPageParameter || IsFilter(part.name, kind);
    return goes ? std::string() : part.value;
  });
}

}  // namespace orgreg::api
