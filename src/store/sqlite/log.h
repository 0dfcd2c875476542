// The statements on the lines of the log. Internal to store/; nothing that comes from the
// file is believed before its place, range and checksum are right.

#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "store/checksum.h"
#include "store/sqlite/connection.h"
#include "store/store.h"

namespace orgreg::store {

struct LineRange {
  std::int64_t first = 1;
  std::int64_t last = 0;  // included
  bool descending = false;
  bool with_patches = false;  // else they are neither read nor verified
};

struct LineView {
  LogLine line;
  std::uint64_t checksum = 0;
  std::string_view forward = {};  // valid during the visit
};

// Every line of the table at the places of the range, in order, until `visit` fails; its
// error is then the result. A place without a line is kCorrupt.
base::Status VisitLines(Connection* connection, model::Kind kind, const LineRange& range,
                        const std::function<base::Status(const LineView&)>& visit);

// All lines in order of id, with their patches.
base::Status ScanLines(Connection* connection,
                       const std::function<base::Status(const LineView&)>& visit);

// The smallest place in 1 … `lines` for which `is_past` holds, or `lines` + 1. It holds for
// every place after one for which it holds. Reads O(log lines) lines.
base::Result<std::int64_t> FirstPlace(Connection* connection, model::Kind kind, std::int64_t lines,
                                      const std::function<bool(const LogLine&)>& is_past);

// The last line of all; nothing where the log is empty.
base::Result<std::optional<LogLine>> FindLast(Connection* connection);

// The last line of the number; nothing where it has none.
base::Result<std::optional<LogLine>> FindNewest(Connection* connection, model::Kind kind,
                                                base::OrgNumber number);

// The places of all lines of the number, rising, of which `newest` is the last. kCorrupt
// where the index has lost one.
base::Result<std::vector<std::int64_t>> PlacesOf(Connection* connection, const LogLine& newest);

// Give the checksum of the line as it is then.
base::Result<std::uint64_t> AppendLine(Connection* connection, const LogLine& line,
                                       const ChangeView& patches);
base::Result<std::uint64_t> ErasePatches(Connection* connection, const LogLine& line);

}  // namespace orgreg::store
