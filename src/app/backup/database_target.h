// SPDX-License-Identifier: EUPL-1.2

// A database whose store is to be replaced: an empty one, or one of the register of the backup. Its
// nodes go on meanwhile, and see the old state until it is replaced as a whole. One thread.

#pragma once

#include <utility>

#include "app/place/place.h"
#include "app/shared/ledger.h"
#include "base/result.h"
#include "store/store.h"

namespace orgreg::app {

class DatabaseTarget {
 public:
  // `place` has a database.
  explicit DatabaseTarget(Place place) : place_(std::move(place)) {}

  // Adds its removals, and those of the node whose folder the place is, and remembers the state.
  // Whether the last id is known that was given there is noted in the ledger.
  base::Status Read(Ledger* ledger);
  // kInvalid if it has another register than the store.
  base::Status CheckIsSame(store::Store* store) const;
  // Gives it the state of the store, in one transaction. kUnavailable if it was changed since Read.
  base::Status Take(store::Store* store) const;

 private:
  base::Status ReadNode(Ledger* ledger) const;

  const Place place_;
  store::StateId state_ = {};  // of before; nothing was there at commit 0
};

}  // namespace orgreg::app
