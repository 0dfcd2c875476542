// SPDX-License-Identifier: EUPL-1.2

// The copy of the dictionary of packed bodies (store/packing/packed_text.h) in a file, so that
// other programs can read it (docs/store-format.md). Internal to store/; one thread at a time.

#pragma once

#include "base/result.h"
#include "store/sqlite_connections/connection.h"

namespace orgreg::store {

base::Status WriteDictionary(Connection* connection);
// kCorrupt if it differs from the dictionary.
base::Status CheckDictionary(Connection* connection);

}  // namespace orgreg::store
