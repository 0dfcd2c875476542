// SPDX-License-Identifier: EUPL-1.2

// The database of the settings, for commands that need what its nodes share.

#pragma once

#include <memory>

#include "app/settings/settings.h"
#include "base/result.h"
#include "store/store.h"

namespace orgreg::app {

// Its store has a cluster(). kInvalid if the settings name a store in a folder.
base::Result<std::unique_ptr<store::Store>> OpenDatabase(const Settings& settings);

}  // namespace orgreg::app
