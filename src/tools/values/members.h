// SPDX-License-Identifier: EUPL-1.2

// Members that entities and sub-entities share: form, industries, employees, contact, registration
// for value added tax, and former names. Pure; safe from any thread.

#pragma once

#include "model/codes/code_lists.h"
#include "model/unit.h"
#include "tools/values/names.h"
#include "tools/values/random.h"

namespace orgreg::tools {

// A day from `first` to `last`, or `first` if `last` is earlier.
base::Date DayBetween(base::Date first, base::Date last, Random* random);

model::OrganisationForm LiveForm(const model::FormEntry& form);

// The first industry is the unit's own; two more can be requested.
struct IndustryShares {
  double second = 0;
  double third = 0;  // Of those that have a second.
  double helper = 0;
};
void SetIndustries(const IndustryChoice& own, Trade trade, const IndustryShares& shares,
                   Random* random, model::Unit* unit);

struct StaffShares {
  double has_any = 0;
  double five_or_more = 0;  // Of those.
  bool by_the_hundred = false;
};
void SetStaff(const StaffShares& shares, base::Date since, Random* random, model::Unit* unit);

struct ContactShares {
  double email = 0;
  double mobile = 0;
  double phone = 0;
  double website = 0;
};
void SetContact(const ContactShares& shares, Random* random, model::Unit* unit);

void SetVatRegistration(base::Date since, Random* random, model::Unit* unit);
void SetVoluntaryVat(base::Date since, Random* random, model::Unit* unit);

// Former names of a unit that is renamed `times` times, each used until the next.
model::RawJson FormerNames(const NameSource& source, int times, base::Date since, Random* random);
// How often a unit that is renamed at all was renamed.
int TimesRenamed(Random* random);

}  // namespace orgreg::tools
