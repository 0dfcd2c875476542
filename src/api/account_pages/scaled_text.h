// SPDX-License-Identifier: EUPL-1.2

// Large amounts as people write them next to a chart: in thousands, millions or billions, with few
// digits. Pure; safe from any thread.

#pragma once

#include <span>
#include <string>
#include <string_view>

#include "api/pages/page_language.h"

namespace orgreg::api {

// One unit for all numbers of a chart.
struct AmountUnit {
  double size = 1;
  std::string_view label = {};  // A key of web/texts/pages.tsv; empty for ones.
};

// The unit in which the largest amount has one to three digits before the decimals; billions may
// have more.
AmountUnit UnitFor(double largest);

// One number of decimals for all these amounts, 0 to 2: so many that small ones keep a digit, and
// none if all are whole numbers of the unit.
int DecimalsFor(std::span<const double> amounts, const AmountUnit& unit);

// "12,3", "1,0", in English "12.3". What rounds to zero is "0"; from a thousand units on there are
// no decimals.
std::string ScaledText(double amount, const AmountUnit& unit, int decimals, PageLanguage language);

}  // namespace orgreg::api
