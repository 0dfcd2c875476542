// SPDX-License-Identifier: EUPL-1.2

// The statements on the lines of the log. Internal to store/; data from the file are not used
// before their place, range and checksum are verified.

#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "base/result.h"
#include "store/checksum.h"
#include "store/sqlite_connections/connection.h"
#include "store/store.h"

namespace orgreg::store {

struct LineRange {
  std::int64_t first = 1;
  std::int64_t last = 0;  // included
  bool descending = false;
  bool with_patches = false;  // else they are neither read nor verified
};

// Visits every line of the table at the places of the range, in order, until `visit` fails; its
// error is then the result. A place without a line is kCorrupt.
base::Status VisitLines(Connection* connection, model::Kind kind, const LineRange& range,
                        const std::function<base::Status(const LineView&)>& visit);

// Visits all lines in order of id, with their patches.
base::Status ScanLines(Connection* connection,
                       const std::function<base::Status(const LineView&)>& visit);
// The same for at most `most` lines with ids above `after`.
base::Status ScanLinesAfter(Connection* connection, std::int64_t after, std::size_t most,
                            const std::function<base::Status(const LineView&)>& visit);

// The smallest place in 1 … `lines` for which `is_past` holds, or `lines` + 1. If it holds for a
// place, it holds for all later ones. Reads O(log lines) lines.
base::Result<std::int64_t> FirstPlace(Connection* connection, model::Kind kind, std::int64_t lines,
                                      const std::function<bool(const LogLine&)>& is_past);

// The last line of all; nothing if the log is empty.
base::Result<std::optional<LogLine>> FindLast(Connection* connection);

// The last line of the number; nothing if it has none.
base::Result<std::optional<LogLine>> FindNewest(Connection* connection, model::Kind kind,
                                                base::OrgNumber number);

// The places of all lines of the number, ascending; `newest` is the last line. kCorrupt if the
// index has lost one.
base::Result<std::vector<std::int64_t>> PlacesOf(Connection* connection, const LogLine& newest);

// Return the checksum of the stored line.
base::Result<std::uint64_t> AppendLine(Connection* connection, const LogLine& line,
                                       const ChangeView& patches);
base::Result<std::uint64_t> ErasePatches(Connection* connection, const LogLine& line);

// Erases the patches of all lines of the number, and brings the sum of their checksums up to date.
// False if they had none.
base::Result<bool> EraseHistoryOf(Connection* connection, model::Kind kind, base::OrgNumber number,
                                  std::uint64_t* line_sum);

}  // namespace orgreg::store
