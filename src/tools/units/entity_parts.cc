// SPDX-License-Identifier: EUPL-1.2

// Each function sets the members of one topic, from the core of the entity and a stream of random
// numbers.

#include "tools/units/entity_parts.h"

#include <algorithm>
#include <array>
#include <cstdint>

#include "base/values/date.h"
#include "base/values/decimal.h"
#include "tools/values/lists.h"
#include "tools/values/members.h"

namespace orgreg::tools {
namespace {

base::Date Later(base::Date day, int days) {
  return std::min(SnapshotDay(), base::Date::FromDays(day.days() + days));
}

// Something that happened within the last years.
base::Date Recently(const EntityCore& core, int years, Random* random) {
  const base::Date from = base::Date::FromDays(SnapshotDay().days() - 365 * years);
  return DayBetween(std::max(from, core.registered_on), SnapshotDay(), random);
}

// Units that were taken over when the register was opened are older than their number.
base::Date FoundedOn(const EntityCore& core, Random* random) {
  constexpr base::Date kTakenOverUntil = base::Date::FromDays(9282);  // 1995-06-01
  constexpr base::Date kOldest = base::Date::FromDays(-32'000);       // In 1882.
  if (core.registered_on >= kTakenOverUntil) {
    return base::Date::FromDays(core.registered_on.days() - random->Between(3, 90));
  }
  // Recent years are more likely: halve the way back again and again.
  base::Date first = kOldest;
  while (random->Percent(60)) first = base::Date::FromDays((first.days() + 9000) / 2);
  return DayBetween(first, base::Date::FromDays(9000), random);
}

base::Decimal Amount(std::int64_t whole, int hundredths) {
  std::string text = std::to_string(whole);
  text.append(hundredths < 10 ? ".0" : ".").append(std::to_string(hundredths));
  return *base::Decimal::Parse(text);
}

std::int64_t CompanyCapital(Random* random) {
  struct Usual {
    double percent;
    std::int64_t amount;
  };
  // The law requires at least 30,000, before it was 100,000.
  constexpr std::array<Usual, 5> kUsual = {
      {{52, 30'000}, {13, 100'000}, {2.3, 500'000}, {2.2, 200'000}, {2, 50'000}}};
  double percent = 0;
  const double drawn = static_cast<double>(random->Below(10'000)) / 100;
  for (const Usual& usual : kUsual) {
    percent += usual.percent;
    if (drawn < percent) return usual.amount;
  }
  return 30'000 + static_cast<std::int64_t>(random->Rank(8, 27));
}

std::int64_t ShareCount(std::int64_t amount, bool many, Random* random) {
  constexpr std::int64_t kHundredths = 100;
  if (many) return std::max<std::int64_t>(amount, 25'000'000) * kHundredths + 7;
  constexpr std::array<std::int64_t, 8> kPerShare = {1000, 1, 100, 30, 10, 300, 500, 2};
  return std::max<std::int64_t>(1, amount / kPerShare[random->EarlyOf(kPerShare.size())]);
}

std::string_view CapitalType(const FormProfile& profile) {
  if (profile.naming == Naming::kFoundation) return "Grunnkapital";
  if (profile.naming == Naming::kJoint) return "Andelskapital";
  if (profile.naming == Naming::kPartnership) return "Selskapskapital";
  return "Aksjekapital";
}

}  // namespace

void SetRegisters(const EntityCore& core, Random* random, model::Unit* unit) {
  const FormProfile& profile = *core.profile;
  if (random->Percent(profile.founded)) unit->founded_on = FoundedOn(core, random);
  unit->in_business_register = random->Percent(profile.business_register);
  if (*unit->in_business_register) {
    unit->business_registered_on = Later(core.registered_on, random->Between(0, 12));
  }
  unit->in_foundation_register = profile.naming == Naming::kFoundation;
  unit->in_nonprofit_register = random->Percent(profile.nonprofit_register);
  if (*unit->in_nonprofit_register) {
    constexpr base::Date kOpened = base::Date::FromDays(14'214);  // 2008-12-01
    unit->nonprofit_registered_on =
        DayBetween(std::max(core.registered_on, kOpened), SnapshotDay(), random);
  }
  unit->in_party_register = core.is_party;
  if (*unit->in_party_register) {
    unit->party_registered_on = DayBetween(core.registered_on, SnapshotDay(), random);
  }
  unit->in_group = random->Percent(profile.in_group);
}

void SetInsolvency(const EntityCore& core, Random* random, model::Unit* unit) {
  constexpr double kReconstruction = 0.0011;
  constexpr double kForeignInsolvency = 0.0002;
  const FormProfile& profile = *core.profile;
  const auto happens = [&](Trait trait, double percent) {
    return core.trait == trait || random->Percent(percent);
  };
  const auto recently = [&] { return Recently(core, 4, random); };
  unit->bankrupt = happens(Trait::kBankrupt, profile.bankrupt);
  if (*unit->bankrupt) unit->bankrupt_on = recently();
  unit->winding_up = happens(Trait::kWindingUp, profile.winding_up);
  if (*unit->winding_up) unit->winding_up_on = recently();
  if (happens(Trait::kReconstruction, kReconstruction)) unit->reconstruction_on = recently();
  if (happens(Trait::kForeignInsolvency, kForeignInsolvency)) {
    unit->foreign_insolvency_on = recently();
  }
  // Why a unit is dissolved by force, and for how many of 1,821.
  struct Cause {
    Trait trait;
    std::uint64_t weight;
    model::Day model::Unit::* day;
  };
  constexpr std::array<Cause, 5> kCauses = {{
      {Trait::kDissolvedNoAccounts, 1316, &model::Unit::dissolved_no_accounts_on},
      {Trait::kDissolvedNoAuditor, 294, &model::Unit::dissolved_no_auditor_on},
      {Trait::kLiquidatedUndeleted, 110, &model::Unit::liquidated_undeleted_on},
      {Trait::kDissolvedIncompleteBoard, 101, &model::Unit::dissolved_incomplete_board_on},
      {Trait::kDissolvedNoManager, 1, &model::Unit::dissolved_no_manager_on},
  }};
  const auto own = std::ranges::find(kCauses, core.trait, &Cause::trait);
  unit->compulsory_dissolution = own != kCauses.end() || random->Percent(profile.dissolved);
  if (!*unit->compulsory_dissolution) return;
  static const Weighted weights(std::array<std::uint64_t, 5>{1316, 294, 110, 101, 1});
  const Cause& cause = own != kCauses.end() ? *own : kCauses[weights.Pick(random)];
  unit->*cause.day = recently();
}

void SetAccounts(const EntityCore& core, Random* random, model::Unit* unit) {
  constexpr int kLastYear = 2025;
  constexpr double kDecisionKnown = 72.3;
  constexpr base::Date kWaiverLaw = base::Date::FromDays(15'095);  // 2011-05-01
  const FormProfile& profile = *core.profile;
  if (random->Percent(profile.audit_waived)) {
    unit->audit_waived_on =
        DayBetween(std::max(core.registered_on, kWaiverLaw), SnapshotDay(), random);
    if (random->Percent(kDecisionKnown)) {
      const base::Date decided =
          base::Date::FromDays(unit->audit_waived_on->days() - random->Between(0, 45));
      unit->audit_waiver_decided_on = std::max(decided, core.registered_on);
    }
  }
  if (!random->Percent(profile.accounts)) return;
  int year = kLastYear;
  if (random->Percent(6)) {
    // Two thirds of the late ones are late by a year.
    constexpr int kTwelve = 12;
    const int late = static_cast<int>(random->EarlyOf(kTwelve));
    year -= 1 + late * late / kTwelve;
  }
  constexpr double kDaysPerYear = 365.2425;
  const auto registered =
      1970 + static_cast<int>(static_cast<double>(core.registered_on.days()) / kDaysPerYear);
  if (registered > kLastYear) return;  // Its first accounting year is not over.
  unit->last_accounts_year = std::to_string(std::max(registered, year));
}

void SetCapital(const EntityCore& core, Random* random, model::Unit* unit) {
  constexpr double kNoShares = 1.2;
  constexpr double kOddAmount = 4;
  constexpr double kManyShares = 0.4;
  constexpr double kPaidIn = 1.35;
  constexpr double kRestricted = 0.03;
  const FormProfile& profile = *core.profile;
  const bool restricted = core.trait == Trait::kRestrictedCapital;
  const bool many = core.trait == Trait::kManyShares || random->Percent(kManyShares);
  if (!restricted && !random->Percent(profile.capital)) return;
  model::Capital& capital = unit->capital;
  const std::int64_t whole = CompanyCapital(random);
  const bool is_odd = whole % 1000 != 0 && random->Percent(kOddAmount);
  capital.amount = Amount(whole, is_odd ? random->Between(1, 99) : 0);
  capital.type = CapitalType(profile);
  capital.currency = core.abroad != nullptr && core.abroad->country_code == "GB" ? "GBP" : "NOK";
  capital.entered_on = DayBetween(core.registered_on, SnapshotDay(), random);
  const bool has_shares = capital.type == "Aksjekapital" && core.abroad == nullptr;
  if (has_shares && !random->Percent(kNoShares)) {
    capital.shares = ShareCount(whole, many, random);
  }
  if (restricted || random->Percent(kRestricted)) capital.restricted = capital.amount;
  if (restricted || random->Percent(kPaidIn)) {
    capital.paid_in = capital.amount;
    capital.fully_paid_in = restricted || random->Percent(96);
  }
}

void SetOrigin(const EntityCore& core, Random* random, model::Unit* unit) {
  if (core.abroad == nullptr) return;
  const ForeignPlace& place = *core.abroad;
  const bool forced = core.trait == Trait::kForeignRegister;
  if (!forced && !random->Percent(core.profile->home_form)) return;
  unit->governing_law_country = place.country;
  unit->governing_law_country_code = place.country_code;
  unit->home_country_form = {.code = std::string(place.form),
                             .text = std::string(place.form_text),
                             .text_norwegian = std::string(place.form_text_norwegian)};
  const double share = core.profile->home_register * 100 / core.profile->home_form;
  if (!forced && !random->Percent(share)) return;
  constexpr double kNoCity = 0.4;
  constexpr double kNoLine = 1;
  unit->home_country_number = std::to_string(10'000'000 + random->Below(890'000'000));
  unit->foreign_register_name = place.register_name;
  model::ForeignAddress& address = unit->foreign_register_address;
  address.country = place.country;
  if (forced || !random->Percent(kNoCity)) address.city = place.register_city;
  address.lines.emplace();
  if (forced || !random->Percent(kNoLine)) {
    address.lines->emplace_back(std::string(place.register_line));
  }
}

}  // namespace orgreg::tools
