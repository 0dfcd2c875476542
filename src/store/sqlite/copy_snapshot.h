// SPDX-License-Identifier: EUPL-1.2

// A file with the state of a snapshot, whichever database the snapshot is of: the same rows, lines,
// commits, checksums and notes. Any thread.

#pragma once

#include <string>

#include "base/result.h"
#include "store/store.h"

namespace orgreg::store {

// Writes the file `path`, which must not exist. It gets its name only when it is complete and on
// disk, as that of CopyDatabase (store/sqlite/copy.h).
base::Status CopySnapshot(Snapshot* snapshot, const std::string& path);

// Gives the state of the snapshot, with its notes, to a store that has nothing. kInvalid if it has
// something.
base::Status FillStore(Snapshot* snapshot, Store* target);

// Gives it to a store that has the state `before`, which is forgotten, in one transaction.
// kUnavailable if it has another state.
base::Status ReplaceState(Snapshot* snapshot, Store* target, const StateId& before);

}  // namespace orgreg::store
