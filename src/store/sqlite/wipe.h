// SPDX-License-Identifier: EUPL-1.2

// Writes zeros to the unused parts of pages. SQLite overwrites deleted cells, but not the copy that
// a cell leaves at its old place when pages are rebuilt around it; such a copy would outlive a row
// that is removed later. Internal to store/.

#pragma once

#include <cstdint>
#include <span>

#include "base/result.h"
#include "store/sqlite_connections/connection.h"

namespace orgreg::store {

struct Gap {
  std::size_t begin = 0;
  std::size_t end = 0;  // not included
};

// The unused part of a page of a b-tree; empty for every other page. `page` is a whole page,
// `is_first` is true for the one with the header of the file. kCorrupt if it cannot be a page.
base::Result<Gap> GapOf(std::span<const unsigned char> page, bool is_first);

// Does the work of Store::Wipe. `connection` is a writer's, in no transaction, and writes no rows
// afterwards. `version` is the schema version of the file.
base::Status WipeUnused(Connection* connection, std::int64_t version);

}  // namespace orgreg::store
