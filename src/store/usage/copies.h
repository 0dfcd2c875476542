// SPDX-License-Identifier: EUPL-1.2

// Usage counts outside the server that writes them: a copy for a backup, the check of a file, and
// the counts of a backup that come back. Servers and other readers go on meanwhile. Errors are
// those of UsageTable::Open, and kNotFound if there is no file. Safe from any thread.

#pragma once

#include <cstdint>
#include <string>

#include "base/result.h"

namespace orgreg::store {

// Reads all of a file and compares it with its checksums, of which files of earlier versions have
// none. Returns the number of counts. kCorrupt if one is damaged. Never changes the file.
base::Result<std::uint64_t> CheckUsage(const std::string& path);

// Writes one state of the counts to `to`, where no file may exist. It is on the disk when the
// call returns.
base::Status CopyUsage(const std::string& from, const std::string& to);

// Each count at `into` becomes the greater of the two files' counts of its value and quarter; the
// file at `into` is made if there is none. So a count that both have is not added twice, and the
// same call again changes nothing. All of it is on the disk when the call returns, or nothing
// has changed. A file of an earlier version at `from` is upgraded. A file that no server has
// written to goes on as the one at `from` for servers that share counts (runs.h).
base::Status TakeGreaterUsage(const std::string& from, const std::string& into);

}  // namespace orgreg::store
