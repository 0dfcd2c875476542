// SPDX-License-Identifier: EUPL-1.2

#include "model/statements/statements.h"

#include <algorithm>
#include <utility>

namespace orgreg::model {

void AddFiling(Statement filing, Filings* filings) {
  std::vector<Statement>& all = filings->statements;
  const auto place = std::ranges::lower_bound(all, filing.id, {}, &Statement::id);
  if (place != all.end() && place->id == filing.id) {
    *place = std::move(filing);
  } else {
    all.insert(place, std::move(filing));
  }
}

}  // namespace orgreg::model
