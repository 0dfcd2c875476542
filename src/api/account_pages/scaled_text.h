// SPDX-License-Identifier: EUPL-1.2

// Large amounts as people write them next to a chart: in thousands, millions or billions, with few
// digits. Pure; safe from any thread.

#pragma once

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

// Two decimals below one, one below a hundred, none above; zeros at the end are left out: "12,3",
// "−0,45", in English "12.3".
std::string ScaledText(double amount, const AmountUnit& unit, PageLanguage language);

}  // namespace orgreg::api
