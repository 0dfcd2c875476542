// SPDX-License-Identifier: EUPL-1.2

// Numbers as people write them in each language: 1 234 567 in Norwegian, 1,234,567 in English. No
// text breaks over lines: spaces are no-break spaces. UTF-8. Pure; safe from any thread.

#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "api/pages/page_language.h"
#include "base/values/decimal.h"
#include "base/values/org_number.h"
#include "model/unit.h"

namespace orgreg::api {

std::string WholeText(std::int64_t number, PageLanguage language);

// Decimals are left out if all are zero: "1 234,50", "1 234".
std::string AmountText(const base::Decimal& amount, PageLanguage language);
// With a currency: "1 234,50 NOK", in English "NOK 1,234.50". An empty currency is left out.
std::string MoneyText(const base::Decimal& amount, std::string_view currency,
                      PageLanguage language);

// The employees of a unit (model::EmployeeClass): "1–4" for one to four, which the register shows
// only as a class; the number for none or more; empty if it is unknown.
std::string EmployeesText(model::Count employees, PageLanguage language);

// "912 345 678" in every language.
std::string OrgNumberText(base::OrgNumber number);

}  // namespace orgreg::api
