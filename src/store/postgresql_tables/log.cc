// SPDX-License-Identifier: EUPL-1.2

// Every line is read through ReadLine, which checks its range and checksum. The functions differ in
// the lines that they select.

#include "store/postgresql_tables/log.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

namespace orgreg::store {
namespace {

using base::Result;
using base::Status;

// Lines of one answer.
constexpr std::int64_t kPage = 1000;
constexpr int kForwardColumn = 10;
constexpr int kBackwardColumn = 11;

std::string LineSql(bool with_patches, std::string_view rest) {
  if (!with_patches) return fmt::format("SELECT {} FROM change_log l {}", kLineColumns, rest);
  return fmt::format(
      "SELECT {}, p.forward, p.backward FROM change_log l"
      " LEFT JOIN change_patch p ON p.number = l.number AND p.id = l.id {}",
      kLineColumns, rest);
}

base::Error WrongLine(const PgConnection& connection, std::int64_t id, std::string_view what) {
  return connection.Corrupt(fmt::format("change_log row {} {}", id, what));
}

Result<PgLine> ReadLineWithPatches(const PgConnection& connection, const PgResult& result,
                                   int row) {
  auto line = ReadLine(connection, result, row, 0);
  if (!line) return line;
  line->forward = result.Bytes(row, kForwardColumn);
  line->backward = result.Bytes(row, kBackwardColumn);
  if (PatchChecksum(line->forward, line->backward) == line->line.patch_sum) return line;
  return WrongLine(connection, line->line.id, "has patches that do not match their checksum");
}

Result<std::vector<PgLine>> ReadLines(const PgConnection& connection, const PgResult& result,
                                      bool with_patches) {
  std::vector<PgLine> lines;
  for (int row = 0; row < result.rows(); ++row) {
    auto line = TRY(with_patches ? ReadLineWithPatches(connection, result, row)
                                 : ReadLine(connection, result, row, 0));
    lines.push_back(std::move(line));
  }
  return lines;
}

// The lines at these places, at most a page of them.
Result<std::vector<PgLine>> LinesAt(PgConnection* connection, model::Kind kind,
                                    const PgLineRange& range) {
  constexpr std::string_view kAt =
      "WHERE l.tbl = $1::smallint AND l.place BETWEEN $2::bigint AND $3::bigint ORDER BY l.place";
  static const std::array sql = {LineSql(false, kAt), LineSql(true, kAt)};
  const auto result = TRY(connection->Ask(sql[range.with_patches ? 1 : 0],
                                          PgParameters()
                                              .Integer2(static_cast<std::int64_t>(kind))
                                              .Integer8(range.first)
                                              .Integer8(range.last)));
  auto lines = TRY(ReadLines(*connection, result, range.with_patches));
  for (std::size_t at = 0; at < lines.size(); ++at) {
    if (lines[at].line.kind != kind ||
        lines[at].line.place != range.first + static_cast<std::int64_t>(at))
      return WrongLine(*connection, lines[at].line.id, "is not at its place");
  }
  const std::int64_t count = range.last - range.first + 1;
  if (static_cast<std::int64_t>(lines.size()) == count) return lines;
  return connection->Corrupt(fmt::format("change_log has no row at place {}",
                                         range.first + static_cast<std::int64_t>(lines.size())));
}

// The smallest place of a line that has at least a value in a column that rises with the places;
// halving, on the server. $1 table, $2 lines, $3 the value.
constexpr std::string_view kFirstPlace =
    "WITH RECURSIVE step(low, high) AS (SELECT 1::bigint, $2::bigint + 1"
    " UNION ALL SELECT CASE WHEN past THEN low ELSE middle + 1 END,"
    " CASE WHEN past THEN middle ELSE high END FROM"
    " (SELECT low, high, (low + high) / 2 AS middle, coalesce((SELECT l.{} >= $3::bigint"
    " FROM change_log l WHERE l.tbl = $1::smallint AND l.place = (low + high) / 2), false) AS past"
    " FROM step WHERE low < high) s) SELECT low FROM step WHERE low >= high";

enum class Bound : std::uint8_t { kId, kTime };

std::int64_t ValueOf(const LogLine& line, Bound bound) {
  return bound == Bound::kId ? line.id : line.time_ms;
}

// What was found without checksums is verified: the line there is past the bound, and the one
// before it is not.
Result<std::int64_t> FirstPlace(PgConnection* connection, model::Kind kind, std::int64_t lines,
                                Bound bound, std::int64_t least) {
  static const std::array sql = {fmt::format(fmt::runtime(kFirstPlace), "id"),
                                 fmt::format(fmt::runtime(kFirstPlace), "time_ms")};
  if (lines == 0) return std::int64_t{1};
  const auto found = TRY(connection->Ask(
      sql[static_cast<std::size_t>(bound)],
      PgParameters().Integer2(static_cast<std::int64_t>(kind)).Integer8(lines).Integer8(least)));
  const std::int64_t place = found.rows() == 1 ? found.Integer(0, 0) : 0;
  const PgLineRange around = {.first = std::max<std::int64_t>(place - 1, 1),
                              .last = std::min(place, lines)};
  if (place < 1 || place > lines + 1) return connection->Corrupt("change_log is out of order");
  for (const PgLine& line : TRY(LinesAt(connection, kind, around))) {
    if ((ValueOf(line.line, bound) >= least) != (line.line.place >= place))
      return WrongLine(*connection, line.line.id, "is out of order");
  }
  return place;
}

}  // namespace

Result<PgLine> ReadLine(const PgConnection& connection, const PgResult& result, int row,
                        int first) {
  const std::int64_t id = result.Integer(row, first);
  const std::int64_t table = result.Integer(row, first + 1);
  const std::int64_t number = result.Integer(row, first + 4);
  const std::int64_t type = result.Integer(row, first + 5);
  if (table < 0 || table >= static_cast<std::int64_t>(model::kKindCount))
    return WrongLine(connection, id, "is of an unknown table");
  if (number < 0 || number >= base::OrgNumber::kLimit)
    return WrongLine(connection, id, "has an impossible number");
  if (type < 0 || type > static_cast<std::int64_t>(ChangeType::kRemoval))
    return WrongLine(connection, id, "has an unknown type");
  PgLine read;
  read.line = {.id = id,
               .kind = static_cast<model::Kind>(table),
               .place = result.Integer(row, first + 2),
               .commit = CommitId{result.Integer(row, first + 3)},
               .number = base::OrgNumber(static_cast<std::uint32_t>(number)),
               .type = static_cast<ChangeType>(type),
               .time_ms = result.Integer(row, first + 6),
               .place_sum = result.Unsigned(row, first + 7),
               .patch_sum = result.Unsigned(row, first + 8)};
  read.checksum = result.Unsigned(row, first + 9);
  if (LineChecksum(read.line) == read.checksum) return read;
  return WrongLine(connection, id, "does not match its checksum");
}

Status VisitLines(PgConnection* connection, model::Kind kind, const PgLineRange& range,
                  const std::function<Status(const PgLine&)>& visit) {
  std::int64_t done = 0;
  const std::int64_t count = std::max<std::int64_t>(range.last - range.first + 1, 0);
  while (done < count) {
    const std::int64_t size = std::min(kPage, count - done);
    PgLineRange page = range;
    page.first = range.descending ? range.last - done - size + 1 : range.first + done;
    page.last = page.first + size - 1;
    auto lines = TRY(LinesAt(connection, kind, page));
    if (range.descending) std::ranges::reverse(lines);
    for (const PgLine& line : lines) {
      TRY(visit(line));
    }
    done += size;
  }
  return {};
}

Result<std::vector<PgLine>> LinesAtPlaces(PgConnection* connection, model::Kind kind,
                                          std::span<const std::int64_t> places, bool with_patches) {
  constexpr std::string_view kAt =
      "JOIN unnest($2::bigint[]) WITH ORDINALITY AS u(place, nth) ON u.place = l.place"
      " WHERE l.tbl = $1::smallint ORDER BY u.nth";
  static const std::array sql = {LineSql(false, kAt), LineSql(true, kAt)};
  if (places.empty()) return std::vector<PgLine>();
  PgArray keys(PgType::kInteger8);
  for (const std::int64_t place : places) keys.Add(place);
  const auto result =
      TRY(connection->Ask(sql[with_patches ? 1 : 0],
                          PgParameters().Integer2(static_cast<std::int64_t>(kind)).Array(&keys)));
  auto lines = TRY(ReadLines(*connection, result, with_patches));
  for (std::size_t at = 0; at < places.size(); ++at) {
    if (at >= lines.size() || lines[at].line.place != places[at] || lines[at].line.kind != kind) {
      return connection->Corrupt(fmt::format("change_log has no row at place {}", places[at]));
    }
  }
  return lines;
}

Result<std::vector<PgLine>> LinesAfter(PgConnection* connection, std::int64_t after,
                                       std::size_t most) {
  static const std::string sql =
      LineSql(true, "WHERE l.id > $1::bigint ORDER BY l.id LIMIT $2::bigint");
  const auto result = TRY(connection->Ask(
      sql, PgParameters().Integer8(after).Integer8(static_cast<std::int64_t>(most))));
  return ReadLines(*connection, result, true);
}

Result<std::vector<PgLine>> LinesOf(PgConnection* connection, model::Kind kind,
                                    const std::vector<base::OrgNumber>& numbers) {
  static const std::string sql = LineSql(
      false, "WHERE l.tbl = $1::smallint AND l.number = ANY ($2::integer[]) ORDER BY l.place");
  PgArray keys(PgType::kInteger4);
  for (const base::OrgNumber number : numbers) keys.Add(std::int64_t{number.value()});
  const auto result = TRY(
      connection->Ask(sql, PgParameters().Integer2(static_cast<std::int64_t>(kind)).Array(&keys)));
  return ReadLines(*connection, result, false);
}

Result<std::int64_t> TimeOfLastLine(PgConnection* connection) {
  static const std::string sql = LineSql(false, "ORDER BY l.id DESC LIMIT 1");
  const auto result = TRY(connection->Ask(sql));
  if (result.rows() == 0) return std::int64_t{0};
  const auto line = TRY(ReadLine(*connection, result, 0, 0));
  return line.line.time_ms;
}

Result<PgPlaces> PlacesIn(PgConnection* connection, const ChangeQuery& query,
                          const Summary& summary) {
  const std::int64_t lines = summary.Of(query.kind).lines;
  PgPlaces places = {.first = 1, .last = lines};
  const auto narrow = [&](Bound bound, std::int64_t from, std::int64_t to) -> Status {
    const auto first = TRY(FirstPlace(connection, query.kind, lines, bound, from));
    places.first = std::max(places.first, first);
    if (to == INT64_MAX) return {};
    const auto end = TRY(FirstPlace(connection, query.kind, lines, bound, to + 1));
    places.last = std::min(places.last, end - 1);
    return {};
  };
  if (query.from_id > 1 || query.to_id < summary.last_change)
    TRY(narrow(Bound::kId, query.from_id, query.to_id));
  if (query.from_time_ms > 0 || query.to_time_ms < summary.time_ms)
    TRY(narrow(Bound::kTime, query.from_time_ms, query.to_time_ms));
  return places;
}

void AddLines(PgConnection* connection, const std::vector<PgLine>& lines) {
  if (lines.empty()) return;
  PgArray ids(PgType::kInteger8);
  PgArray tables(PgType::kInteger2);
  PgArray places(PgType::kInteger8);
  PgArray commits(PgType::kInteger8);
  PgArray numbers(PgType::kInteger4);
  PgArray types(PgType::kInteger2);
  PgArray times(PgType::kInteger8);
  PgArray place_sums(PgType::kInteger8);
  PgArray patch_sums(PgType::kInteger8);
  PgArray checksums(PgType::kInteger8);
  PgArray forward(PgType::kBytes);
  PgArray backward(PgType::kBytes);
  const auto add_patch = [](std::string_view patch, PgArray* to) {
    if (patch.empty()) {
      to->AddNull();
    } else {
      to->Add(patch);
    }
  };
  for (const PgLine& one : lines) {
    ids.Add(one.line.id);
    tables.Add(static_cast<std::int64_t>(one.line.kind));
    places.Add(one.line.place);
    commits.Add(one.line.commit.value);
    numbers.Add(std::int64_t{one.line.number.value()});
    types.Add(static_cast<std::int64_t>(one.line.type));
    times.Add(one.line.time_ms);
    place_sums.Add(static_cast<std::int64_t>(one.line.place_sum));
    patch_sums.Add(static_cast<std::int64_t>(one.line.patch_sum));
    checksums.Add(static_cast<std::int64_t>(one.checksum));
    add_patch(one.forward, &forward);
    add_patch(one.backward, &backward);
  }
  connection->Add(
      "INSERT INTO change_log (id, tbl, place, commit_id, number, type, time_ms, place_sum,"
      " patch_sum, checksum) SELECT * FROM unnest($1::bigint[], $2::smallint[], $3::bigint[],"
      " $4::bigint[], $5::integer[], $6::smallint[], $7::bigint[], $8::bigint[], $9::bigint[],"
      " $10::bigint[])",
      PgParameters()
          .Array(&ids)
          .Array(&tables)
          .Array(&places)
          .Array(&commits)
          .Array(&numbers)
          .Array(&types)
          .Array(&times)
          .Array(&place_sums)
          .Array(&patch_sums)
          .Array(&checksums));
  connection->Add(
      "INSERT INTO change_patch (id, tbl, number, forward, backward)"
      " SELECT * FROM unnest($1::bigint[], $2::smallint[], $3::integer[], $4::bytea[], $5::bytea[])"
      " AS u(id, tbl, number, forward, backward)"
      " WHERE u.forward IS NOT NULL OR u.backward IS NOT NULL",
      PgParameters().Array(&ids).Array(&tables).Array(&numbers).Array(&forward).Array(&backward));
}

bool AddErasure(PgConnection* connection, const std::vector<PgLine>& lines,
                std::uint64_t* line_sum) {
  PgArray ids(PgType::kInteger8);
  PgArray checksums(PgType::kInteger8);
  PgArray numbers(PgType::kInteger4);
  for (const PgLine& one : lines) {
    if (one.line.patch_sum == 0) continue;
    LogLine erased = one.line;
    erased.patch_sum = 0;
    const std::uint64_t checksum = LineChecksum(erased);
    ids.Add(one.line.id);
    numbers.Add(std::int64_t{one.line.number.value()});
    checksums.Add(static_cast<std::int64_t>(checksum));
    *line_sum += checksum - one.checksum;
  }
  if (ids.size() == 0) return false;
  connection->Add(
      "UPDATE change_log l SET patch_sum = 0, checksum = u.checksum"
      " FROM unnest($1::bigint[], $2::bigint[]) AS u(id, checksum) WHERE l.id = u.id",
      PgParameters().Array(&ids).Array(&checksums));
  connection->Add(
      "DELETE FROM change_patch p USING unnest($1::bigint[], $2::integer[]) AS u(id, number)"
      " WHERE p.id = u.id AND p.number = u.number",
      PgParameters().Array(&ids).Array(&numbers));
  return true;
}

}  // namespace orgreg::store
