// SPDX-License-Identifier: EUPL-1.2

// Which entities file financial statements, for which years and by which rules: the common
// properties of each entity's statements, as measured in a real register. Pure; safe from any
// thread.

#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/values/date.h"
#include "model/statements/statements.h"
#include "model/unit.h"
#include "tools/values/random.h"

namespace orgreg::tools {

struct AccountingPeriod {
  int year = 0;  // The year that names it.
  base::Date first_day = {};
  base::Date last_day = {};

  int Months() const;      // 1 to 18, including begun ones.
  int ReceivedIn() const;  // The year in which its statement was filed.
};

struct Filer {
  int first_year = 0;
  int last_year = 0;
  int last_month = 12;                         // In which accounting years end.
  std::vector<AccountingPeriod> periods = {};  // Ascending; at least one.
  bool prolongs_first_year = false;
  bool is_public = false;
  bool pays_tax = false;
  bool is_parent = false;
  bool files_for_group = false;  // It does so although it is small.
  bool is_liquidated = false;
  std::string plan = {};
  std::string currency = {};
  // If it is not small.
  model::AccountingRules rules = model::AccountingRules::kGeneral;
  model::AccountingRules group_rules = model::AccountingRules::kGeneral;
  std::int64_t units = 1;  // As in AccountsTraits.
};

// Nothing if the entity files none.
std::optional<Filer> DrawFiler(const model::Unit& unit, Random* random);

}  // namespace orgreg::tools
