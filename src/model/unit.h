// SPDX-License-Identifier: EUPL-1.2

// A Unit is one record of the register: an entity or a sub-entity, live, deleted or removed. Plain
// data that owns itself; only the field tables (fields.cc) say what each member is called on the
// wire, and how it is searched and sorted.
//
// Every member is optional, because absent, empty and zero are three different answers.

#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/values/date.h"
#include "base/values/decimal.h"
#include "base/values/org_number.h"
#include "model/kept_json.h"
#include "model/kind.h"

namespace orgreg::model {

// Spec, States and transitions.
enum class State : std::uint8_t { kLive, kDeleted, kRemoved };

using Text = std::optional<std::string>;
using Flag = std::optional<bool>;
using Day = std::optional<base::Date>;
using Count = std::optional<std::int64_t>;
using Amount = std::optional<base::Decimal>;
using Number = std::optional<base::OrgNumber>;
// Lines of text. Spec, Address object: elements may be null or empty.
using Lines = std::optional<std::vector<std::optional<std::string>>>;

// A remark the register has put on a unit.
struct Notice {
  Text type = {};
  Text text = {};
  Day entered_on = {};
  std::vector<UnknownMember> unknown = {};
  friend bool operator==(const Notice&, const Notice&) = default;
};
using Notices = std::optional<std::vector<Notice>>;

struct Address {
  Text country = {};
  Text country_code = {};
  Text postcode = {};
  Text city = {};
  Lines lines = {};
  Text municipality = {};
  Text municipality_number = {};
  friend bool operator==(const Address&, const Address&) = default;
};

struct CodedText {
  Text code = {};
  Text text = {};
  friend bool operator==(const CodedText&, const CodedText&) = default;
};

struct OrganisationForm {
  Text code = {};
  Text text = {};
  Day expired_on = {};
  friend bool operator==(const OrganisationForm&, const OrganisationForm&) = default;
};

struct Industry {
  Text code = {};
  Text text = {};
  Flag is_helper_unit = {};  // Version 1 only; see Unit::helper_unit.
  friend bool operator==(const Industry&, const Industry&) = default;
};

struct Capital {
  Amount amount = {};
  Count shares = {};
  Text type = {};
  Amount restricted = {};
  Text currency = {};
  Amount paid_in = {};
  Flag fully_paid_in = {};
  Day entered_on = {};
  friend bool operator==(const Capital&, const Capital&) = default;
};

struct ForeignForm {
  Text code = {};
  Text text = {};
  Text text_norwegian = {};
  friend bool operator==(const ForeignForm&, const ForeignForm&) = default;
};

struct ForeignAddress {
  Lines lines = {};
  Text country = {};
  Text city = {};
  friend bool operator==(const ForeignAddress&, const ForeignAddress&) = default;
};

struct Unit {
  State state = State::kLive;
  base::OrgNumber number = {};
  Text name = {};
  OrganisationForm form = {};
  Raw former_names = {};
  Text website = {};
  Address postal_address = {};
  Day registered_on = {};
  Flag in_vat_register = {};
  Lines voluntary_vat_descriptions = {};
  std::array<Industry, 3> industries = {};
  CodedText helper_unit = {};
  Count employees = {};
  Flag has_employees = {};
  Number superior = {};
  Day voluntary_vat_registered_on = {};
  Day vat_registered_on = {};
  Day vat_registered_here_on = {};
  Day employees_registered_here_on = {};
  Day employees_registered_at_source_on = {};
  Text email = {};
  Text phone = {};
  Text mobile = {};
  Address business_address = {};
  Address location_address = {};
  Day founded_on = {};
  CodedText sector = {};
  Flag in_business_register = {};
  Flag in_foundation_register = {};
  Flag in_nonprofit_register = {};
  Text last_accounts_year = {};
  Flag bankrupt = {};
  Day bankrupt_on = {};
  Flag winding_up = {};
  Day winding_up_on = {};
  Flag compulsory_dissolution = {};
  Day liquidated_undeleted_on = {};
  Day dissolved_no_manager_on = {};
  Day dissolved_no_auditor_on = {};
  Day dissolved_no_accounts_on = {};
  Day dissolved_incomplete_board_on = {};
  Text language = {};
  Day articles_dated_on = {};
  Lines purpose = {};
  Lines activity = {};
  Day business_registered_on = {};
  Day nonprofit_registered_on = {};
  Flag in_party_register = {};
  Day party_registered_on = {};
  Notices notices = {};
  Flag in_group = {};
  Day audit_waived_on = {};
  Day audit_waiver_decided_on = {};
  Day reconstruction_on = {};
  Day foreign_insolvency_on = {};
  Capital capital = {};
  Text home_country_number = {};
  Text foreign_register_name = {};
  ForeignAddress foreign_register_address = {};
  Text governing_law_country = {};
  Text governing_law_country_code = {};
  ForeignForm home_country_form = {};
  Day started_on = {};
  Day owner_changed_on = {};
  Day closed_on = {};
  Day deleted_on = {};
  std::vector<UnknownMember> unknown = {};

  friend bool operator==(const Unit&, const Unit&) = default;
};

}  // namespace orgreg::model
