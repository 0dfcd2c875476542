// SPDX-License-Identifier: EUPL-1.2

// Opens a store by its address. This is the only place that knows which database keeps a store, so
// no other folder calls OpenSqlite. Safe from any thread.

#pragma once

#include <memory>

#include "base/result.h"
#include "store/open_options.h"
#include "store/store.h"

namespace orgreg::store {

// Errors: kNotFound, kInvalid if there is something else than a store, kCorrupt, kIo.
base::Result<std::unique_ptr<Store>> OpenStore(const StoreAddress& address, OpenMode mode,
                                               StoreOptions options = {});

}  // namespace orgreg::store
