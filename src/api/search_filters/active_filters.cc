// SPDX-License-Identifier: EUPL-1.2

#include "api/search_filters/active_filters.h"

#include <utility>

#include "api/pages/day_text.h"
#include "api/pages/words.h"
#include "api/search_filters/filter_table.h"
#include "base/values/date.h"
#include "model/limits.h"
#include "search/request/arguments.h"

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

std::string ItemText(const KindFilter& filter, std::string_view item) {
  if (filter.row->text == nullptr) return std::string(item);
  const std::string_view text = filter.row->text(item);
  return text.empty() ? std::string(item) : std::string(item).append(" ").append(text);
}

std::string DayOr(std::string_view value, PageLanguage language) {
  const auto day = base::Date::Parse(value);
  return day ? DayText(*day, language) : std::string(value);
}

class Collector {
 public:
  Collector(const SearchAddress& address, Kind kind, PageLanguage language)
      : address_(address), kind_(kind), language_(language) {}

  void Add(const AddressPart& part) {
    const KindFilter* const filter = FilterNamed(kind_, part.name);
    if (filter == nullptr) return AddWhole(part, part.name, part.value);
    const std::string label = LabelOf(part.name, kind_, language_);
    switch (filter->row->shape) {
      case FilterShape::kFlag:
        return AddWhole(part, label, part.value == "true" ? "" : WordsOf("no", "", language_));
      case FilterShape::kEmployeeRange:
        return AddWhole(part, label, part.value);
      case FilterShape::kDayRange:
        return AddWhole(part, label, DayOr(part.value, language_));
      case FilterShape::kCodes:
      case FilterShape::kPlaces:
      case FilterShape::kTown:
      case FilterShape::kIndustries:
      case FilterShape::kText:
        break;
    }
    for (const std::string_view item : search::SplitList(part.value))
      found_.push_back({.label = label,
                        .value = ItemText(*filter, item),
                        .without = WithoutPage().WithoutItem(part.name, item)});
  }

  std::vector<ActiveFilter> Take() && { return std::move(found_); }

 private:
  SearchAddress WithoutPage() const { return address_.Without(model::kPageParameter); }

  void AddWhole(const AddressPart& part, std::string label, std::string value) {
    found_.push_back({.label = std::move(label),
                      .value = std::move(value),
                      .without = WithoutPage().Without(part.name)});
  }

  const SearchAddress& address_;
  Kind kind_;
  PageLanguage language_;
  std::vector<ActiveFilter> found_;
};

}  // namespace

std::string LabelOf(std::string_view parameter, Kind kind, PageLanguage language) {
  if (parameter == NamesOfSearch(kind).name) return WordsOf("name", "", language);
  const KindFilter* const filter = FilterNamed(kind, parameter);
  if (filter == nullptr) return std::string(parameter);
  if (!filter->parameter->IsRange()) return WordsOf(filter->row->id, "", language);
  const bool is_lower = parameter == filter->parameter->from_name;
  return WordsOf(filter->row->id, is_lower ? "_from" : "_to", language);
}

std::vector<ActiveFilter> ActiveFilters(const SearchAddress& address, Kind kind,
                                        PageLanguage language) {
  Collector collector(address, kind, language);
  for (const AddressPart& part : address.parts())
    if (IsFilter(part.name, kind)) collector.Add(part);
  return std::move(collector).Take();
}

SearchAddress WithoutFilters(const SearchAddress& address, Kind kind) {
  SearchAddress other = address.Without(model::kPageParameter);
  for (const AddressPart& part : address.parts())
    if (IsFilter(part.name, kind)) other = other.Without(part.name);
  return other;
}

}  // namespace orgreg::api
