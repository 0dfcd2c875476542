// SPDX-License-Identifier: EUPL-1.2

// The amounts of a statement in the order in which people read accounts: the income statement, the
// assets, the equity, the debt; a sum follows what it is the sum of. Constants; safe from any
// thread.

#pragma once

#include <span>
#include <string_view>

#include "model/statements/statements.h"

namespace orgreg::api {

struct AmountLine {
  model::StatementAmount amount = {};
  std::string_view label = {};  // A key of web/texts/pages.tsv.
  bool is_sum = false;          // The result of the lines before it.
};

struct AmountGroup {
  std::string_view title = {};  // A key of web/texts/pages.tsv.
  std::span<const AmountLine> lines = {};
};

// Each amount is in one group.
std::span<const AmountGroup> AmountGroups();

}  // namespace orgreg::api
