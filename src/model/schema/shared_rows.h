// SPDX-License-Identifier: EUPL-1.2

// The members of an address and of a legal form, which the bodies of units and of roles share. A
// path leads from the object of the body to the struct; it is empty if the object is that struct.
// Constants; safe from any thread.

#pragma once

#include "model/codes/value_rule.h"
#include "model/schema/schema.h"
#include "model/unit.h"

namespace orgreg::model {

template <auto... path>
struct AddressRows {
  static constexpr Row kCountry = Plain<path..., &Address::country>("land", {.rule = Rule::kLine});
  static constexpr Row kCountryCode =
      Plain<path..., &Address::country_code>("landkode", {.rule = Rule::kLine});
  static constexpr Row kPostcode =
      Plain<path..., &Address::postcode>("postnummer", {.rule = Rule::kFourDigits});
  static constexpr Row kCity = Plain<path..., &Address::city>("poststed", {.rule = Rule::kLine});
  static constexpr Row Lines(Traits traits = {}) {
    return Plain<path..., &Address::lines>("adresse", traits);
  }
  static constexpr Row kMunicipality =
      Plain<path..., &Address::municipality>("kommune", {.rule = Rule::kLine});
  static constexpr Row kMunicipalityNumber =
      Plain<path..., &Address::municipality_number>("kommunenummer", {.rule = Rule::kFourDigits});
};

template <auto... path>
struct FormRows {
  static constexpr Row kCode =
      Plain<path..., &OrganisationForm::code>("kode", {.rule = Rule::kOrganisationForm});
  static constexpr Row kText = Plain<path..., &OrganisationForm::text>("beskrivelse");
  static constexpr Row kExpiredOn = Plain<path..., &OrganisationForm::expired_on>("utgaatt");
};

}  // namespace orgreg::model
