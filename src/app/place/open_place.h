// SPDX-License-Identifier: EUPL-1.2

// Opens the store of a place. Safe from any thread.

#pragma once

#include <memory>

#include "app/place/place.h"
#include "base/result.h"
#include "store/open_options.h"
#include "store/store.h"

namespace orgreg::app {

// Fails as Place::Check and store::OpenStore do; to write, also if the register is a replica
// (app/place/source_mark.h).
base::Result<std::unique_ptr<store::Store>> OpenPlace(const Place& place, store::OpenMode mode,
                                                      store::StoreOptions options = {});

// Opens the store of a replica, or of a register that becomes one, to write.
base::Result<std::unique_ptr<store::Store>> OpenReplica(const Place& place,
                                                        store::StoreOptions options = {});

}  // namespace orgreg::app
