// SPDX-License-Identifier: EUPL-1.2

// From accounts to the amounts of a statement: not every sum of zero is shown, and an absent amount
// is not zero. Pure; safe from any thread.

#pragma once

#include <array>
#include <cstdint>

#include "model/statements/statements.h"
#include "tools/filings/accounts.h"
#include "tools/values/random.h"

namespace orgreg::tools {

// Which sums of zero a statement shows; this depends on its owner's program. Other sums are shown,
// except the result before tax, which a few leave out.
class ShownZeros {
 public:
  explicit ShownZeros(Random* random);

  // Replaces all amounts. `units` as in AccountsTraits.
  void SetAmounts(const Accounts& accounts, std::int64_t units, model::Statement* filing) const;

 private:
  std::array<bool, model::kStatementAmounts> is_shown_ = {};
  bool hides_result_before_tax_ = false;
};

}  // namespace orgreg::tools
