// SPDX-License-Identifier: EUPL-1.2

// Small texts that the store keeps by key for its callers: the ids that an import stored, the
// outcome of the last one. They are no part of the register: no commit counts them. Internal to
// store/.

#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "store/sqlite_connections/connection.h"
#include "store/store.h"

namespace orgreg::store {

// Replaces the note of the key.
base::Status WriteNote(Connection* connection, const std::string& key, std::string_view text);

// Nothing if the key has no note; kCorrupt if its checksum is wrong.
base::Result<std::optional<std::string>> FindNote(Connection* connection, const std::string& key);

// Every note, in order of the bytes of the keys; kCorrupt if a checksum is wrong.
base::Result<std::vector<Note>> ReadNotes(Connection* connection);
base::Status CheckNotes(Connection* connection);

}  // namespace orgreg::store
