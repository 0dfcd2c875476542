// SPDX-License-Identifier: EUPL-1.2

// The statements on the lines of the log. Internal to store/; data from the database are not used
// before their place, range and checksum are verified.

#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "base/result.h"
#include "store/checksum.h"
#include "store/postgresql_connections/connection.h"
#include "store/store.h"

namespace orgreg::store {

// The columns of a line in the order in which ReadLine takes them, of a table called `l`.
inline constexpr std::string_view kLineColumns =
    "l.id, l.tbl, l.place, l.commit_id, l.number, l.type, l.time_ms, l.place_sum, l.patch_sum,"
    " l.checksum";
// The newest line of the number in `n.number`, in the table {}, as `l`.
inline constexpr std::string_view kNewestLine =
    "LEFT JOIN LATERAL (SELECT * FROM change_log WHERE tbl = {}::smallint AND number = n.number"
    " ORDER BY place DESC LIMIT 1) l ON true";

// A line that was read from a result.
struct PgLine {
  LogLine line = {};
  std::uint64_t checksum = 0;
  std::string forward = {};
  std::string backward = {};
};

// The line in the columns from `first` on.
base::Result<PgLine> ReadLine(const PgConnection& connection, const PgResult& result, int row,
                              int first);

struct PgLineRange {
  std::int64_t first = 1;
  std::int64_t last = 0;  // included
  bool descending = false;
  bool with_patches = false;  // else they are neither read nor verified
};

// Visits every line of the table at the places of the range, in order, until `visit` fails; its
// error is then the result. A place without a line is kCorrupt.
base::Status VisitLines(PgConnection* connection, model::Kind kind, const PgLineRange& range,
                        const std::function<base::Status(const PgLine&)>& visit);
// The lines at these places, which rise or fall, in their order.
base::Result<std::vector<PgLine>> LinesAtPlaces(PgConnection* connection, model::Kind kind,
                                                std::span<const std::int64_t> places,
                                                bool with_patches);
// At most `most` lines with ids above `after`, with their patches, in order of id.
base::Result<std::vector<PgLine>> LinesAfter(PgConnection* connection, std::int64_t after,
                                             std::size_t most);
// All lines of the numbers, without patches, in order of place.
base::Result<std::vector<PgLine>> LinesOf(PgConnection* connection, model::Kind kind,
                                          const std::vector<base::OrgNumber>& numbers);
// The time of the last line of all; 0 if the log is empty.
base::Result<std::int64_t> TimeOfLastLine(PgConnection* connection);

// The places of the lines that a query's bounds admit.
struct PgPlaces {
  std::int64_t first = 1;
  std::int64_t last = 0;  // included
};
base::Result<PgPlaces> PlacesIn(PgConnection* connection, const ChangeQuery& query,
                                const Summary& summary);

// Adds the lines to the pipeline.
void AddLines(PgConnection* connection, const std::vector<PgLine>& lines);
// Adds the erasure of the patches of these lines, which are all of one number, and brings the sum
// of checksums up to date. False if they had none.
bool AddErasure(PgConnection* connection, const std::vector<PgLine>& lines,
                std::uint64_t* line_sum);

}  // namespace orgreg::store
