// SPDX-License-Identifier: EUPL-1.2

// Every line is read through ReadLine, which checks its types, place and checksum. The functions
// differ in the lines that they select.

#include "store/sqlite_tables/log.h"

#include <string>

namespace orgreg::store {
namespace {

using base::Result;
using base::Status;

constexpr std::string_view kAscending =
    "SELECT id, tbl, place, commit_id, number, type, time_ms, place_sum, patch_sum, checksum"
    " FROM change_log WHERE tbl = ?1 AND place BETWEEN ?2 AND ?3 ORDER BY place";
constexpr std::string_view kAscendingWithPatches =
    "SELECT id, tbl, place, commit_id, number, type, time_ms, place_sum, patch_sum, checksum,"
    " forward, backward"
    " FROM change_log WHERE tbl = ?1 AND place BETWEEN ?2 AND ?3 ORDER BY place";
constexpr std::string_view kDescending =
    "SELECT id, tbl, place, commit_id, number, type, time_ms, place_sum, patch_sum, checksum"
    " FROM change_log WHERE tbl = ?1 AND place BETWEEN ?2 AND ?3 ORDER BY place DESC";
constexpr std::string_view kDescendingWithPatches =
    "SELECT id, tbl, place, commit_id, number, type, time_ms, place_sum, patch_sum, checksum,"
    " forward, backward"
    " FROM change_log WHERE tbl = ?1 AND place BETWEEN ?2 AND ?3 ORDER BY place DESC";
constexpr std::string_view kAfterWithPatches =
    "SELECT id, tbl, place, commit_id, number, type, time_ms, place_sum, patch_sum, checksum,"
    " forward, backward FROM change_log WHERE id > ?1 ORDER BY id LIMIT ?2";
constexpr std::string_view kLast =
    "SELECT id, tbl, place, commit_id, number, type, time_ms, place_sum, patch_sum, checksum"
    " FROM change_log ORDER BY id DESC LIMIT 1";
constexpr std::string_view kNewest =
    "SELECT id, tbl, place, commit_id, number, type, time_ms, place_sum, patch_sum, checksum"
    " FROM change_log WHERE tbl = ?1 AND number = ?2 ORDER BY place DESC LIMIT 1";
// The index alone answers it, which is why the newest line has the sum.
constexpr std::string_view kPlaces =
    "SELECT place FROM change_log WHERE tbl = ?1 AND number = ?2 ORDER BY place";
constexpr std::string_view kInsert =
    "INSERT INTO change_log (id, tbl, place, commit_id, number, type, time_ms, place_sum,"
    " patch_sum, checksum, forward, backward)"
    " VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12)";
constexpr std::string_view kErase =
    "UPDATE change_log SET patch_sum = 0, checksum = ?2, forward = NULL, backward = NULL"
    " WHERE id = ?1";

constexpr int kForwardColumn = 10;
constexpr int kBackwardColumn = 11;

std::int64_t TableNumber(model::Kind kind) { return static_cast<std::int64_t>(kind); }

base::Error WrongLine(const Connection& connection, std::int64_t id, std::string_view what) {
  return connection.Corrupt("change_log row " + std::to_string(id) + " " + std::string(what));
}

// The current line of `statement`, without patches.
Result<LineView> ReadLine(const Connection& connection, const SqlStatement& statement) {
  const std::int64_t id = statement.Integer(0);
  const std::int64_t table = statement.Integer(1);
  const std::int64_t number = statement.Integer(4);
  const std::int64_t type = statement.Integer(5);
  if (table < 0 || table >= static_cast<std::int64_t>(model::kKindCount)) {
    return WrongLine(connection, id, "is of an unknown table");
  }
  if (number < 0 || number >= base::OrgNumber::kLimit) {
    return WrongLine(connection, id, "has an impossible number");
  }
  if (type < 0 || type > static_cast<std::int64_t>(ChangeType::kRemoval)) {
    return WrongLine(connection, id, "has an unknown type");
  }
  LineView view;
  view.line = {.id = id,
               .kind = static_cast<model::Kind>(table),
               .place = statement.Integer(2),
               .commit = CommitId{statement.Integer(3)},
               .number = base::OrgNumber(static_cast<std::uint32_t>(number)),
               .type = static_cast<ChangeType>(type),
               .time_ms = statement.Integer(6),
               .place_sum = static_cast<std::uint64_t>(statement.Integer(7)),
               .patch_sum = static_cast<std::uint64_t>(statement.Integer(8))};
  view.checksum = static_cast<std::uint64_t>(statement.Integer(9));
  if (LineChecksum(view.line) != view.checksum) {
    return WrongLine(connection, id, "does not match its checksum");
  }
  return view;
}

Result<LineView> ReadLineWithPatches(const Connection& connection, const SqlStatement& statement) {
  auto view = ReadLine(connection, statement);
  if (!view) return view;
  for (const int column : {kForwardColumn, kBackwardColumn}) {
    if (!statement.IsText(column) && !statement.IsNull(column)) {
      return WrongLine(connection, view->line.id, "has a patch that is no text");
    }
  }
  view->forward = statement.Text(kForwardColumn);
  view->backward = statement.Text(kBackwardColumn);
  if (PatchChecksum(view->forward, view->backward) != view->line.patch_sum) {
    return WrongLine(connection, view->line.id, "has patches that do not match their checksum");
  }
  return view;
}

std::string_view SqlOf(const LineRange& range) {
  if (range.with_patches) return range.descending ? kDescendingWithPatches : kAscendingWithPatches;
  return range.descending ? kDescending : kAscending;
}

}  // namespace

Status VisitLines(Connection* connection, model::Kind kind, const LineRange& range,
                  const std::function<Status(const LineView&)>& visit) {
  auto query = TRY(connection->Ask(SqlOf(range), TableNumber(kind), range.first, range.last));
  for (std::int64_t i = 0; i <= range.last - range.first; ++i) {
    const std::int64_t place = range.descending ? range.last - i : range.first + i;
    const bool is_line = TRY(query.Next());
    if (!is_line)
      return connection->Corrupt("change_log has no row at place " + std::to_string(place));
    const auto view = TRY(range.with_patches ? ReadLineWithPatches(*connection, *query)
                                             : ReadLine(*connection, *query));
    if (view.line.kind != kind || view.line.place != place) {
      return WrongLine(*connection, view.line.id, "is not at its place");
    }
    TRY(visit(view));
  }
  return {};
}

Status ScanLines(Connection* connection, const std::function<Status(const LineView&)>& visit) {
  return ScanLinesAfter(connection, INT64_MIN, INT64_MAX, visit);
}

Status ScanLinesAfter(Connection* connection, std::int64_t after, std::size_t most,
                      const std::function<Status(const LineView&)>& visit) {
  auto query = TRY(connection->Ask(kAfterWithPatches, after, static_cast<std::int64_t>(most)));
  while (true) {
    const bool is_line = TRY(query.Next());
    if (!is_line) return {};
    const auto view = TRY(ReadLineWithPatches(*connection, *query));
    TRY(visit(view));
  }
}

Result<std::int64_t> FirstPlace(Connection* connection, model::Kind kind, std::int64_t lines,
                                const std::function<bool(const LogLine&)>& is_past) {
  std::int64_t low = 1;
  std::int64_t high = lines + 1;
  while (low < high) {
    const std::int64_t middle = low + (high - low) / 2;
    const LineRange one = {.first = middle, .last = middle};
    const Status read = VisitLines(connection, kind, one, [&](const LineView& view) -> Status {
      (is_past(view.line) ? high : low) = is_past(view.line) ? middle : middle + 1;
      return {};
    });
    if (!read) return read.error();
  }
  return low;
}

Result<std::optional<LogLine>> FindLast(Connection* connection) {
  auto query = TRY(connection->Ask(kLast));
  const bool is_there = TRY(query.Next());
  if (!is_there) return std::optional<LogLine>();
  const auto view = TRY(ReadLine(*connection, *query));
  return std::optional<LogLine>(view.line);
}

Result<std::optional<LogLine>> FindNewest(Connection* connection, model::Kind kind,
                                          base::OrgNumber number) {
  auto query = TRY(connection->Ask(kNewest, TableNumber(kind), number));
  const bool is_there = TRY(query.Next());
  if (!is_there) return std::optional<LogLine>();
  const auto view = TRY(ReadLine(*connection, *query));
  if (view.line.kind != kind || view.line.number != number) {
    return WrongLine(*connection, view.line.id, "is not of the number that leads to it");
  }
  return std::optional<LogLine>(view.line);
}

Result<std::vector<std::int64_t>> PlacesOf(Connection* connection, const LogLine& newest) {
  auto query = TRY(connection->Ask(kPlaces, TableNumber(newest.kind), newest.number));
  std::vector<std::int64_t> places;
  std::uint64_t sum = 0;
  while (true) {
    const bool is_row = TRY(query.Next());
    if (!is_row) break;
    places.push_back(query->Integer(0));
    sum += static_cast<std::uint64_t>(places.back());
  }
  if (sum != newest.place_sum) {
    return connection->Corrupt("change_log is indexed wrongly for " + newest.number.ToString());
  }
  return places;
}

Result<std::uint64_t> AppendLine(Connection* connection, const LogLine& line,
                                 const ChangeView& patches) {
  const std::uint64_t checksum = LineChecksum(line);
  TRY(connection->Do(kInsert, line.id, TableNumber(line.kind), line.place, line.commit.value,
                     line.number, static_cast<std::int64_t>(line.type), line.time_ms,
                     static_cast<std::int64_t>(line.place_sum),
                     static_cast<std::int64_t>(line.patch_sum), static_cast<std::int64_t>(checksum),
                     TextOrNull{patches.forward}, TextOrNull{patches.backward}));
  return checksum;
}

Result<std::uint64_t> ErasePatches(Connection* connection, const LogLine& line) {
  LogLine erased = line;
  erased.patch_sum = 0;
  const std::uint64_t checksum = LineChecksum(erased);
  TRY(connection->Do(kErase, line.id, static_cast<std::int64_t>(checksum)));
  return checksum;
}

Result<bool> EraseHistoryOf(Connection* connection, model::Kind kind, base::OrgNumber number,
                            std::uint64_t* line_sum) {
  const auto newest = TRY(FindNewest(connection, kind, number));
  if (!newest.has_value()) return false;
  bool has_erased = false;
  for (const std::int64_t place : TRY(PlacesOf(connection, *newest))) {
    LineView found;
    const LineRange one = {.first = place, .last = place};
    Status read = VisitLines(connection, kind, one, [&](const LineView& view) -> Status {
      found = view;
      return {};
    });
    if (!read) return read.error();
    if (found.line.number != number) return connection->Corrupt("change_log is indexed wrongly");
    if (found.line.patch_sum == 0) continue;
    const auto checksum = TRY(ErasePatches(connection, found.line));
    *line_sum += checksum - found.checksum;
    has_erased = true;
  }
  return has_erased;
}

}  // namespace orgreg::store
