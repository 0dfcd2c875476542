// SPDX-License-Identifier: EUPL-1.2

// The fields whose values are counted: each has a name in requests, and the search parameter whose
// stored index has its values, found by the member of a unit that the parameter searches.
// Constants; safe from any thread.

#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "model/kind.h"
#include "model/schema/schema.h"
#include "model/unit.h"
#include "model/units/parameters.h"

namespace orgreg::api {

enum class FacetOf : std::uint8_t { kBoth, kEntities, kSubEntities };

struct FacetField {
  std::string_view name = {};
  bool (*is)(const model::Parameter&) = nullptr;
  FacetOf of = FacetOf::kBoth;
  std::size_t code_bytes = 0;  // Of a level of industries: K, 62, 62.0, 62.01, 62.010.

  constexpr bool IsOf(model::Kind kind) const {
    return of == FacetOf::kBoth || (of == FacetOf::kEntities) == (kind == model::Kind::kEntity);
  }
};

namespace internal {

// True for the parameter that searches this member alone.
template <auto... path>
bool Searches(const model::Parameter& parameter) {
  return parameter.fields.size() == 1 && model::IsAt<path...>(parameter.fields.front()->row);
}
// The municipality of any of a unit's addresses.
inline bool SearchesMunicipalities(const model::Parameter& parameter) {
  return parameter.fields.size() > 1 && parameter.match == model::Match::kAnyCode;
}
inline bool SearchesIndustries(const model::Parameter& parameter) {
  return parameter.match == model::Match::kIndustry;
}
inline bool SearchesInsolvency(const model::Parameter& parameter) {
  return parameter.fields.size() > 1 && parameter.match == model::Match::kFlag;
}

}  // namespace internal

inline constexpr std::array kFacetFields = [] {
  using enum FacetOf;
  using internal::Searches;
  using model::Address;
  using model::Unit;
  return std::to_array<FacetField>({
      {"organisationForm", Searches<&Unit::form, &model::OrganisationForm::code>},
      {"municipality", internal::SearchesMunicipalities},
      {"postalMunicipality", Searches<&Unit::postal_address, &Address::municipality_number>},
      {"postalCode", Searches<&Unit::postal_address, &Address::postcode>},
      {"postalCountry", Searches<&Unit::postal_address, &Address::country_code>},
      {"businessMunicipality", Searches<&Unit::business_address, &Address::municipality_number>,
       kEntities},
      {"businessPostalCode", Searches<&Unit::business_address, &Address::postcode>, kEntities},
      {"businessCountry", Searches<&Unit::business_address, &Address::country_code>, kEntities},
      {"locationMunicipality", Searches<&Unit::location_address, &Address::municipality_number>,
       kSubEntities},
      {"locationPostalCode", Searches<&Unit::location_address, &Address::postcode>, kSubEntities},
      {"locationCountry", Searches<&Unit::location_address, &Address::country_code>, kSubEntities},
      {"industrySection", internal::SearchesIndustries, kBoth, 1},
      {"industryDivision", internal::SearchesIndustries, kBoth, 2},
      {"industryGroup", internal::SearchesIndustries, kBoth, 4},
      {"industryClass", internal::SearchesIndustries, kBoth, 5},
      {"industrySubclass", internal::SearchesIndustries, kBoth, 6},
      {"sector", Searches<&Unit::sector, &model::CodedText::code>, kEntities},
      {"employees", Searches<&Unit::employees>},
      {"bankrupt", Searches<&Unit::bankrupt>, kEntities},
      {"windingUp", Searches<&Unit::winding_up>, kEntities},
      {"compulsoryDissolution", Searches<&Unit::compulsory_dissolution>, kEntities},
      {"underInsolvency", internal::SearchesInsolvency, kEntities},
      {"inVatRegister", Searches<&Unit::in_vat_register>},
      {"inBusinessRegister", Searches<&Unit::in_business_register>, kEntities},
      {"inFoundationRegister", Searches<&Unit::in_foundation_register>, kEntities},
      {"inNonprofitRegister", Searches<&Unit::in_nonprofit_register>, kEntities},
      {"inPartyRegister", Searches<&Unit::in_party_register>, kEntities},
      {"registeredYear", Searches<&Unit::registered_on>},
      {"vatRegisteredYear", Searches<&Unit::vat_registered_on>},
      {"foundedYear", Searches<&Unit::founded_on>, kEntities},
      {"lastAccountsYear", Searches<&Unit::last_accounts_year>, kEntities},
      {"startedYear", Searches<&Unit::started_on>, kSubEntities},
      {"ownerChangedYear", Searches<&Unit::owner_changed_on>, kSubEntities},
  });
}();

// The names of a kind's fields, in the order of the table.
template <model::Kind kind>
inline constexpr auto kFacetNames = [] {
  constexpr auto is_of = [](const FacetField& field) { return field.IsOf(kind); };
  std::array<std::string_view, std::ranges::count_if(kFacetFields, is_of)> names = {};
  std::size_t count = 0;
  for (const FacetField& field : kFacetFields) {
    if (is_of(field)) names[count++] = field.name;
  }
  return names;
}();

}  // namespace orgreg::api
