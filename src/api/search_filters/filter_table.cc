// SPDX-License-Identifier: EUPL-1.2

#include "api/search_filters/filter_table.h"

#include <algorithm>
#include <array>
#include <vector>

#include "model/codes/code_lists.h"

namespace orgreg::api {
namespace {

using internal::Searches;
using model::Address;
using model::Kind;
using model::Parameter;
using model::Unit;

constexpr auto kFilters = [] {
  using enum FilterGroup;
  using enum FilterShape;
  using enum FacetOf;
  return std::to_array<SearchFilter>({
      {.id = "form",
       .group = kForm,
       .shape = kCodes,
       .is = Searches<&Unit::form, &model::OrganisationForm::code>,
       .text = model::TextOfForm},
      {.id = "municipality",
       .group = kPlace,
       .shape = kPlaces,
       .is = internal::SearchesMunicipalities,
       .text = model::NameOfMunicipality},
      {.id = "town",
       .group = kPlace,
       .shape = kTown,
       .is = Searches<&Unit::business_address, &Address::city>,
       .of = kEntities},
      {.id = "town",
       .group = kPlace,
       .shape = kTown,
       .is = Searches<&Unit::location_address, &Address::city>,
       .of = kSubEntities},
      {.id = "postcode",
       .group = kPlace,
       .shape = kText,
       .is = Searches<&Unit::business_address, &Address::postcode>,
       .of = kEntities},
      {.id = "postcode",
       .group = kPlace,
       .shape = kText,
       .is = Searches<&Unit::location_address, &Address::postcode>,
       .of = kSubEntities},
      {.id = "industry",
       .group = kIndustry,
       .shape = kIndustries,
       .is = internal::SearchesIndustries,
       .text = model::TextOfIndustry},
      {.id = "employees",
       .group = kEmployees,
       .shape = kEmployeeRange,
       .is = Searches<&Unit::employees>},
      {.id = "bankrupt",
       .group = kStatus,
       .shape = kFlag,
       .is = Searches<&Unit::bankrupt>,
       .of = kEntities},
      {.id = "winding_up",
       .group = kStatus,
       .shape = kFlag,
       .is = Searches<&Unit::winding_up>,
       .of = kEntities},
      {.id = "compulsory",
       .group = kStatus,
       .shape = kFlag,
       .is = Searches<&Unit::compulsory_dissolution>,
       .of = kEntities},
      {.id = "vat", .group = kRegisters, .shape = kFlag, .is = Searches<&Unit::in_vat_register>},
      {.id = "business",
       .group = kRegisters,
       .shape = kFlag,
       .is = Searches<&Unit::in_business_register>,
       .of = kEntities},
      {.id = "voluntary",
       .group = kRegisters,
       .shape = kFlag,
       .is = Searches<&Unit::in_nonprofit_register>,
       .of = kEntities},
      {.id = "foundations",
       .group = kRegisters,
       .shape = kFlag,
       .is = Searches<&Unit::in_foundation_register>,
       .of = kEntities},
      {.id = "parties",
       .group = kRegisters,
       .shape = kFlag,
       .is = Searches<&Unit::in_party_register>,
       .of = kEntities},
      {.id = "founded",
       .group = kDates,
       .shape = kDayRange,
       .is = Searches<&Unit::founded_on>,
       .of = kEntities},
      {.id = "started",
       .group = kDates,
       .shape = kDayRange,
       .is = Searches<&Unit::started_on>,
       .of = kSubEntities},
      {.id = "registered",
       .group = kDates,
       .shape = kDayRange,
       .is = Searches<&Unit::registered_on>},
      {.id = "sector",
       .group = kSector,
       .shape = kCodes,
       .is = Searches<&Unit::sector, &model::CodedText::code>,
       .of = kEntities,
       .text = model::TextOfSector},
  });
}();

std::vector<KindFilter> MakeFilters(Kind kind) {
  std::vector<KindFilter> filters;
  const std::span<const Parameter> parameters = model::Parameters(kind);
  for (const SearchFilter& row : kFilters) {
    const auto found = std::ranges::find_if(parameters, row.is);
    if (found == parameters.end()) continue;
    if (row.of != FacetOf::kBoth && (row.of == FacetOf::kEntities) != (kind == Kind::kEntity))
      continue;
    filters.push_back({.row = &row,
                       .parameter = &*found,
                       .index = static_cast<std::size_t>(found - parameters.begin())});
  }
  return filters;
}

template <auto... path>
std::string_view SortKeyOf(Kind kind) {
  for (const model::SortKey& key : model::SortKeys(kind))
    if (model::IsAt<path...>(key.field->row)) return key.name;
  return {};
}

SearchNames MakeNames(Kind kind) {
  SearchNames names = {.by_name = SortKeyOf<&Unit::name>(kind),
                       .by_registered = SortKeyOf<&Unit::registered_on>(kind),
                       .by_founded = kind == Kind::kEntity ? SortKeyOf<&Unit::founded_on>(kind)
                                                           : SortKeyOf<&Unit::started_on>(kind),
                       .by_employees = SortKeyOf<&Unit::employees>(kind)};
  for (const Parameter& parameter : model::Parameters(kind))
    if (parameter.match == model::Match::kName) names.name = parameter.name;
  return names;
}

}  // namespace

std::span<const KindFilter> FiltersOf(Kind kind) {
  static const std::vector<KindFilter> entity = MakeFilters(Kind::kEntity);
  static const std::vector<KindFilter> sub_entity = MakeFilters(Kind::kSubEntity);
  return kind == Kind::kEntity ? entity : sub_entity;
}

const KindFilter& FilterShaped(Kind kind, FilterShape shape) {
  return *std::ranges::find_if(
      FiltersOf(kind), [shape](const KindFilter& filter) { return filter.row->shape == shape; });
}

const KindFilter* FilterNamed(Kind kind, std::string_view name) {
  for (const KindFilter& filter : FiltersOf(kind)) {
    const Parameter& parameter = *filter.parameter;
    const bool is_it = parameter.IsRange()
                           ? name == parameter.from_name || name == parameter.to_name
                           : name == parameter.name;
    if (is_it) return &filter;
  }
  return nullptr;
}

const SearchNames& NamesOfSearch(Kind kind) {
  static const SearchNames entity = MakeNames(Kind::kEntity);
  static const SearchNames sub_entity = MakeNames(Kind::kSubEntity);
  return kind == Kind::kEntity ? entity : sub_entity;
}

}  // namespace orgreg::api
