// SPDX-License-Identifier: EUPL-1.2

// What a store that was set back has lost, as a copy of it knows that was ahead: a node's copy of
// its database, or a backup. One thread at a time.

#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "app/shared/ledger.h"
#include "base/result.h"
#include "store/store.h"

namespace orgreg::app {

struct LostPart {
  store::CommitId common = {};  // the last commit that both have
  store::CommitId last = {};    // of the copy
  std::uint64_t updates = 0;    // ids that the copy has given, and the store has not
  // The removals that the store does not have, and the last id of the copy.
  Ledger ledger = {};
  std::uint64_t removals = 0;
  // Nobody needs to be told: what is lost was made good, or nothing follows from it.
  bool is_made_good() const { return updates == 0 && removals == 0; }
};

// Nothing if the store has the state of the copy in its history. kInvalid if they are two
// registers. A removal is not missed if the record was removed in the store at that time or later,
// even if it came back since.
base::Result<std::optional<LostPart>> FindLostPart(store::Snapshot* copy, store::Snapshot* store);

// The ids of the batches that the copy has and the store does not, in order of bytes.
base::Result<std::vector<std::string>> LostBatches(store::Snapshot* copy, store::Snapshot* store);

}  // namespace orgreg::app
