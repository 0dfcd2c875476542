// SPDX-License-Identifier: EUPL-1.2

// The statements of each table are made once from its name. Rows and the summary are verified as
// they are read.

#include "store/sqlite_tables/rows.h"

#include <array>
#include <string>
#include <vector>

#include "store/packing/packed_text.h"

namespace orgreg::store {
namespace {

TableSql MakeSql(const std::string& table) {
  constexpr const char* kColumns = "SELECT number, state, commit_id, checksum, body, packed FROM ";
  return {
      .name = table,
      .find = kColumns + table + " WHERE number = ?1",
      .scan = kColumns + table + " ORDER BY number",
      .after = kColumns + table + " WHERE number > ?1 ORDER BY number LIMIT ?2",
      .commit = "SELECT commit_id FROM " + table + " WHERE number = ?1",
      .insert = "INSERT INTO " + table +
                " (number, state, commit_id, checksum, body, packed)"
                " VALUES (?1, ?2, ?3, ?4, ?5, ?6)"
                " ON CONFLICT (number) DO NOTHING",
      .update = "UPDATE " + table +
                " SET state = ?2, commit_id = ?3, checksum = ?4, body = ?5, packed = ?6"
                " WHERE number = ?1",
  };
}

// The columns of meta, in the order in which they are read and written.
std::vector<std::string> SummaryColumns() {
  std::vector<std::string> columns = {"position", "first_commit", "last_change",
                                      "time_ms",  "withdrawn",    "wiped"};
  for (const model::KindRow& row : model::kKindRows) {
    for (const char* column : {"_rows", "_sum", "_lines", "_line_sum", "_unlogged"}) {
      columns.push_back(std::string(row.table).append(column));
    }
  }
  columns.emplace_back("checksum");
  return columns;
}

std::string ReadSummarySql() {
  std::string sql = "SELECT ";
  for (const std::string& column : SummaryColumns()) sql.append(column).append(", ");
  return sql.erase(sql.size() - 2).append(" FROM meta WHERE id = 1");
}

std::string WriteSummarySql() {
  std::string sql = "UPDATE meta SET ";
  int parameter = 1;
  for (const std::string& column : SummaryColumns()) {
    sql.append(column).append(" = ?").append(std::to_string(parameter++)).append(", ");
  }
  return sql.erase(sql.size() - 2).append(" WHERE id = 1");
}

// SQLite integers are signed; counts and sums keep all 64 bits.
std::int64_t Signed(std::uint64_t value) { return static_cast<std::int64_t>(value); }
std::uint64_t Unsigned(std::int64_t value) { return static_cast<std::uint64_t>(value); }

constexpr int kBody = 4;
constexpr int kPacked = 5;

// The body of the current row of `query`: the text itself, or its packed form next to an empty one.
// Nothing if it is neither.
std::optional<std::string_view> BodyOf(const SqlQuery& query) {
  if (!query->IsText(kBody)) return std::nullopt;
  const std::string_view body = query->Text(kBody);
  if (query->IsNull(kPacked)) return body;
  if (!query->IsBytes(kPacked) || !body.empty()) return std::nullopt;
  if (!UnpackText(query->Text(kPacked), query->buffer())) return std::nullopt;
  return *query->buffer();
}

}  // namespace

const TableSql& SqlOf(model::Kind kind) {
  static const std::array<TableSql, model::kKindCount> all = [] {
    std::array<TableSql, model::kKindCount> made;
    for (const model::KindRow& row : model::kKindRows) {
      made[model::IndexOf(row.kind)] = MakeSql(std::string(row.table));
    }
    return made;
  }();
  return all[model::IndexOf(kind)];
}

base::Result<StoredRow> ReadRow(const Connection& connection, model::Kind kind,
                                const SqlQuery& query) {
  const std::int64_t number = query->Integer(0);
  const std::int64_t state = query->Integer(1);
  const auto wrong = [&](std::string_view what) {
    return connection.Corrupt(SqlOf(kind).name + " row " + std::to_string(number) + " " +
                              std::string(what));
  };
  for (const int column : {0, 1, 2, 3}) {
    if (!query->IsInteger(column)) return wrong("has a column that is no integer");
  }
  const auto body = BodyOf(query);
  if (!body) return wrong("has a body that is no text");
  if (number < 0 || number >= base::OrgNumber::kLimit) return wrong("has an impossible number");
  if (state < 0 || state > static_cast<std::int64_t>(RowState::kRemoved)) {
    return wrong("has an unknown state");
  }
  const StoredRow stored = {
      .row = {.number = base::OrgNumber(static_cast<std::uint32_t>(number)),
              .state = static_cast<RowState>(state),
              .body = *body},
      .commit = CommitId{query->Integer(2)},
      .checksum = Unsigned(query->Integer(3)),
      .packed = query->IsNull(kPacked) ? std::string_view() : query->Text(kPacked),
  };
  if (RowChecksum(kind, stored.commit, stored.row) != stored.checksum) {
    return wrong("does not match its checksum");
  }
  return stored;
}

base::Status ScanRows(Connection* connection, model::Kind kind, const Summary::OfTable& recorded,
                      const std::function<base::Status(const StoredRow&)>& visit) {
  auto query = TRY(connection->Ask(SqlOf(kind).scan));
  std::uint64_t rows = 0;
  std::uint64_t sum = 0;
  while (true) {
    const bool is_row = TRY(query.Next());
    if (!is_row) break;
    const auto stored = TRY(ReadRow(*connection, kind, query));
    ++rows;
    sum += stored.checksum;
    TRY(visit(stored));
  }
  if (rows == recorded.rows && sum == recorded.sum) return {};
  return connection->Corrupt(SqlOf(kind).name + " holds " + std::to_string(rows) +
                             " rows, which are not the " + std::to_string(recorded.rows) +
                             " that were committed");
}

base::Status ScanRowsAfter(Connection* connection, model::Kind kind, const RowRange& range,
                           const std::function<base::Status(const StoredRow&)>& visit) {
  auto query =
      TRY(connection->Ask(SqlOf(kind).after, range.after, static_cast<std::int64_t>(range.most)));
  while (true) {
    const bool is_row = TRY(query.Next());
    if (!is_row) return {};
    const auto stored = TRY(ReadRow(*connection, kind, query));
    TRY(visit(stored));
  }
}

base::Result<std::optional<OwnedRow>> FindRow(Connection* connection, model::Kind kind,
                                              base::OrgNumber number) {
  auto query = TRY(connection->Ask(SqlOf(kind).find, number));
  const bool is_there = TRY(query.Next());
  if (!is_there) return std::optional<OwnedRow>();
  const auto stored = TRY(ReadRow(*connection, kind, query));
  return std::optional<OwnedRow>({.row = {.number = stored.row.number,
                                          .state = stored.row.state,
                                          .body = std::string(stored.row.body)},
                                  .commit = stored.commit,
                                  .packed = std::string(stored.packed)});
}

RowForm FormOf(model::Kind kind, std::string_view body, std::string* packed) {
  packed->clear();
  if (model::IsUnit(kind) && PackText(body, packed)) return {.packed = *packed};
  return {.body = body};
}

base::Status WriteRow(Connection* connection, std::string_view sql, const StoredRow& stored,
                      const RowForm& form) {
  return connection->Do(sql, stored.row.number, static_cast<std::int64_t>(stored.row.state),
                        stored.commit.value, Signed(stored.checksum), form.body,
                        BytesOrNull{form.packed});
}

base::Result<StoredSummary> ReadSummaryUnverified(Connection* connection) {
  static const std::string sql = ReadSummarySql();
  auto query = TRY(connection->Ask(sql));
  const bool is_there = TRY(query.Next());
  if (!is_there) return connection->Corrupt("meta has no row");
  int column = 0;
  const auto next = [&] { return query->Integer(column++); };
  StoredSummary stored;
  stored.summary.position = CommitId{next()};
  stored.summary.first_commit = CommitId{next()};
  stored.summary.last_change = next();
  stored.summary.time_ms = next();
  stored.summary.withdrawn = CommitId{next()};
  stored.summary.wiped = CommitId{next()};
  for (Summary::OfTable& table : stored.summary.tables) {
    table.rows = Unsigned(next());
    table.sum = Unsigned(next());
    table.lines = next();
    table.line_sum = Unsigned(next());
    table.unlogged = CommitId{next()};
  }
  stored.checksum = Unsigned(next());
  return stored;
}

base::Result<Summary> ReadSummary(Connection* connection) {
  auto stored = TRY(ReadSummaryUnverified(connection));
  if (SummaryChecksum(stored.summary) != stored.checksum) {
    return connection->Corrupt("meta does not match its checksum");
  }
  return stored.summary;
}

base::Status WriteSummary(Connection* connection, const Summary& summary) {
  static const std::string sql = WriteSummarySql();
  auto query = TRY(connection->Ask(sql));
  int parameter = 1;
  const auto put = [&](std::int64_t value) { query->Bind(parameter++, value); };
  put(summary.position.value);
  put(summary.first_commit.value);
  put(summary.last_change);
  put(summary.time_ms);
  put(summary.withdrawn.value);
  put(summary.wiped.value);
  for (const Summary::OfTable& table : summary.tables) {
    put(Signed(table.rows));
    put(Signed(table.sum));
    put(table.lines);
    put(Signed(table.line_sum));
    put(table.unlogged.value);
  }
  put(Signed(SummaryChecksum(summary)));
  TRY(query.Run());
  if (connection->changes() != 1) return connection->Corrupt("meta has no row");
  return {};
}

}  // namespace orgreg::store
