// SPDX-License-Identifier: EUPL-1.2

// Opens a store by its address. This is the only place that knows which database keeps a store, so
// no other folder calls OpenSqlite or OpenPostgresql. Safe from any thread.

#pragma once

#include <memory>
#include <string>

#include "base/result.h"
#include "store/open_options.h"
#include "store/store.h"

namespace orgreg::store {

// Errors: kNotFound, kInvalid if there is something else than a store, kCorrupt, kIo, kUnavailable
// if a database is away.
base::Result<std::unique_ptr<Store>> OpenStore(const StoreAddress& address, OpenMode mode,
                                               StoreOptions options = {});

// Copies the present state of a store into a new file, as Store::CopyTo does. A store of an earlier
// version stays as it is, and the copy is of this version.
base::Status CopyStore(const StoreAddress& address, const std::string& path);

// Gives the present state of a store, with its notes, to one that has nothing: the same commits,
// ids and checksums. kInvalid if it has something.
base::Status MoveStore(Store* from, Store* to);

// The same for one that has the state `before`, which is forgotten; readers see it until the end.
// kUnavailable if it has another state.
base::Status ReplaceStore(Store* from, Store* to, const StateId& before);

}  // namespace orgreg::store
