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
constexpr std::string_view kAllWithPatches =
    "SELECT id, tbl, place, commit_id, number, type, time_ms, place_sum, patch_sum, checksum,"
    " forward, backward FROM change_log ORDER BY id";
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
  if (PatchChecksum(view->forward, statement.Text(kBackwardColumn)) != view->line.patch_sum) {
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
  const auto prepared = TRY(connection->Prepare(SqlOf(range)));
  const SqlStatementScope statement(prepared);
  statement->Bind(1, TableNumber(kind)).Bind(2, range.first).Bind(3, range.last);
  for (std::int64_t i = 0; i <= range.last - range.first; ++i) {
    const std::int64_t place = range.descending ? range.last - i : range.first + i;
    const int step = statement->Step();
    if (step != SQLITE_ROW && step != SQLITE_DONE) return connection->LastError(step);
    if (step == SQLITE_DONE) {
      return connection->Corrupt("change_log has no row at place " + std::to_string(place));
    }
    const auto view = TRY(range.with_patches ? ReadLineWithPatches(*connection, *statement)
                                             : ReadLine(*connection, *statement));
    if (view.line.kind != kind || view.line.place != place) {
      return WrongLine(*connection, view.line.id, "is not at its place");
    }
    TRY(visit(view));
  }
  return {};
}

Status ScanLines(Connection* connection, const std::function<Status(const LineView&)>& visit) {
  const auto prepared = TRY(connection->Prepare(kAllWithPatches));
  const SqlStatementScope statement(prepared);
  while (true) {
    const int step = statement->Step();
    if (step == SQLITE_DONE) return {};
    if (step != SQLITE_ROW) return connection->LastError(step);
    const auto view = TRY(ReadLineWithPatches(*connection, *statement));
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
  const auto prepared = TRY(connection->Prepare(kLast));
  const SqlStatementScope statement(prepared);
  const int step = statement->Step();
  if (step == SQLITE_DONE) return std::optional<LogLine>();
  if (step != SQLITE_ROW) return connection->LastError(step);
  const auto view = TRY(ReadLine(*connection, *statement));
  return std::optional<LogLine>(view.line);
}

Result<std::optional<LogLine>> FindNewest(Connection* connection, model::Kind kind,
                                          base::OrgNumber number) {
  const auto prepared = TRY(connection->Prepare(kNewest));
  const SqlStatementScope statement(prepared);
  statement->Bind(1, TableNumber(kind)).Bind(2, std::int64_t{number.value()});
  const int step = statement->Step();
  if (step == SQLITE_DONE) return std::optional<LogLine>();
  if (step != SQLITE_ROW) return connection->LastError(step);
  const auto view = TRY(ReadLine(*connection, *statement));
  if (view.line.kind != kind || view.line.number != number) {
    return WrongLine(*connection, view.line.id, "is not of the number that leads to it");
  }
  return std::optional<LogLine>(view.line);
}

Result<std::vector<std::int64_t>> PlacesOf(Connection* connection, const LogLine& newest) {
  const auto prepared = TRY(connection->Prepare(kPlaces));
  const SqlStatementScope statement(prepared);
  statement->Bind(1, TableNumber(newest.kind)).Bind(2, std::int64_t{newest.number.value()});
  std::vector<std::int64_t> places;
  std::uint64_t sum = 0;
  int step = SQLITE_OK;
  while ((step = statement->Step()) == SQLITE_ROW) {
    places.push_back(statement->Integer(0));
    sum += static_cast<std::uint64_t>(places.back());
  }
  if (step != SQLITE_DONE) return connection->LastError(step);
  if (sum != newest.place_sum) {
    return connection->Corrupt("change_log is indexed wrongly for " + newest.number.ToString());
  }
  return places;
}

Result<std::uint64_t> AppendLine(Connection* connection, const LogLine& line,
                                 const ChangeView& patches) {
  const auto prepared = TRY(connection->Prepare(kInsert));
  const SqlStatementScope statement(prepared);
  const std::uint64_t checksum = LineChecksum(line);
  statement->Bind(1, line.id)
      .Bind(2, TableNumber(line.kind))
      .Bind(3, line.place)
      .Bind(4, line.commit.value)
      .Bind(5, std::int64_t{line.number.value()})
      .Bind(6, static_cast<std::int64_t>(line.type))
      .Bind(7, line.time_ms)
      .Bind(8, static_cast<std::int64_t>(line.place_sum))
      .Bind(9, static_cast<std::int64_t>(line.patch_sum))
      .Bind(10, static_cast<std::int64_t>(checksum))
      .BindTextOrNull(11, patches.forward)
      .BindTextOrNull(12, patches.backward);
  const int step = statement->Step();
  if (step != SQLITE_DONE) return connection->LastError(step);
  return checksum;
}

Result<std::uint64_t> ErasePatches(Connection* connection, const LogLine& line) {
  const auto prepared = TRY(connection->Prepare(kErase));
  const SqlStatementScope statement(prepared);
  LogLine erased = line;
  erased.patch_sum = 0;
  const std::uint64_t checksum = LineChecksum(erased);
  statement->Bind(1, line.id).Bind(2, static_cast<std::int64_t>(checksum));
  const int step = statement->Step();
  if (step != SQLITE_DONE) return connection->LastError(step);
  return checksum;
}

}  // namespace orgreg::store
