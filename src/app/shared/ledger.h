// SPDX-License-Identifier: EUPL-1.2

// What a store that was set back must not contradict: the removals from publication of other
// stores, and the ids that they gave to updates. One thread at a time.

#pragma once

#include <array>
#include <cstdint>
#include <map>

#include "base/result.h"
#include "base/values/date.h"
#include "base/values/org_number.h"
#include "model/kind.h"
#include "store/open_options.h"
#include "store/store.h"

namespace orgreg::app {

// What is known of stores that another one must not contradict.
struct Ledger {
  // The days of removal, by number, of each kind.
  std::array<std::map<base::OrgNumber, base::Date>, model::kKindCount> removed = {};
  std::int64_t last_change = 0;    // The last id known to be given for an update.
  bool knows_last_change = false;  // It is the last one of the store that is replaced.
};

// Adds the removals of a state; after an error, those read before it are there.
base::Status ReadRemovals(store::Snapshot* snapshot, Ledger* ledger);
// The same of the present state of a store.
base::Status ReadLedger(const store::StoreAddress& address, Ledger* ledger);

// Removes what the ledger has removed, with all that supplements it: documents, statements, roles.
// Returns the number of records.
base::Result<std::uint64_t> RemoveAgain(store::Store* store, const Ledger& ledger);

// Skips the ids of updates that are given already. Returns the last one; 0 if none has to be.
base::Result<std::int64_t> SkipGivenIds(store::Store* store, const Ledger& ledger);

}  // namespace orgreg::app
