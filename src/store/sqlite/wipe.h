// Zeros for the unused parts of pages. SQLite overwrites what it deletes, but not the copy
// that stays where a cell was when pages are rebuilt around it; such a copy of a row that is
// removed later would outlive it. Internal to store/.

#pragma once

#include <cstdint>
#include <span>

#include "base/result.h"
#include "store/sqlite/connection.h"

namespace orgreg::store {

struct Gap {
  std::size_t begin = 0;
  std::size_t end = 0;  // not included
};

// The part of a page of a b-tree that nothing is in; empty for every other page. `page` is a
// whole page, `is_first` whether it is the one with the header of the file. kCorrupt for
// what cannot be a page.
base::Result<Gap> GapOf(std::span<const unsigned char> page, bool is_first);

// As Store::Wipe. `connection` is a writer's, in no transaction, and writes no rows
// afterwards. `version` is the schema version of the file.
base::Status WipeUnused(Connection* connection, std::int64_t version);

}  // namespace orgreg::store
