// SPDX-License-Identifier: EUPL-1.2

#include "store/sqlite_tables/commits.h"

#include <string_view>
#include <vector>

namespace orgreg::store {
namespace {

constexpr int kFirstTableColumn = 6;

// The columns of commits, in the order in which they are read and written.
std::vector<std::string> Columns() {
  std::vector<std::string> columns = {"id", "time_ms", "batch", "digest", "last_change", "changes"};
  for (const model::KindRow& row : model::kKindRows) {
    for (const char* column : {"_rows", "_sum", "_unlogged"}) {
      columns.push_back(std::string(row.table).append(column));
    }
  }
  columns.emplace_back("checksum");
  return columns;
}

// Gives "SELECT …columns… FROM commits " followed by `rest`.
std::string SelectSql(std::string_view rest) {
  std::string sql = "SELECT ";
  for (const std::string& column : Columns()) sql.append(column).append(", ");
  return sql.erase(sql.size() - 2).append(" FROM commits ").append(rest);
}

std::string InsertSql() {
  std::string names;
  std::string values;
  int parameter = 1;
  for (const std::string& column : Columns()) {
    names.append(column).append(", ");
    values.append("?").append(std::to_string(parameter++)).append(", ");
  }
  names.erase(names.size() - 2);
  values.erase(values.size() - 2);
  return "INSERT INTO commits (" + names + ") VALUES (" + values + ")";
}

std::int64_t Signed(std::uint64_t value) { return static_cast<std::int64_t>(value); }
std::uint64_t Unsigned(std::int64_t value) { return static_cast<std::uint64_t>(value); }

template <typename Key>
base::Result<std::optional<CommitRecord>> FindOne(Connection* connection, std::string_view sql,
                                                  const Key& key) {
  auto query = TRY(connection->Ask(sql, key));
  const bool is_there = TRY(query.Next());
  if (!is_there) return std::optional<CommitRecord>();
  auto record = TRY(ReadCommit(*connection, *query));
  return std::optional<CommitRecord>(std::move(record));
}

}  // namespace

base::Status WriteCommit(Connection* connection, const CommitRecord& record) {
  static const std::string sql = InsertSql();
  auto query =
      TRY(connection->Ask(sql, record.id.value, record.time_ms, TextOrNull{record.batch.id},
                          Signed(record.batch.digest), record.last_change, Signed(record.changes)));
  int parameter = kFirstTableColumn + 1;
  for (const CommitRecord::OfTable& table : record.tables) {
    query->Bind(parameter++, Signed(table.contents.rows));
    query->Bind(parameter++, Signed(table.contents.fingerprint));
    query->Bind(parameter++, std::int64_t{table.is_unlogged});
  }
  query->Bind(parameter, Signed(CommitChecksum(record)));
  return query.Run();
}

base::Result<std::optional<CommitRecord>> FindCommit(Connection* connection, CommitId id) {
  static const std::string sql = SelectSql("WHERE id = ?1");
  return FindOne(connection, sql, id.value);
}

base::Result<std::optional<CommitRecord>> FindCommitOfBatch(Connection* connection,
                                                            const std::string& batch) {
  static const std::string sql = SelectSql("WHERE batch = ?1");
  auto record = FindOne(connection, sql, batch);
  if (record && record->has_value() && (*record)->batch.id != batch) {
    return connection->Corrupt("the index of batches leads to another one");
  }
  return record;
}

base::Result<std::vector<std::string>> FindBatchIds(Connection* connection,
                                                    const std::string& prefix) {
  static const std::string sql =
      "SELECT batch FROM commits WHERE batch >= ?1 ORDER BY batch COLLATE BINARY";
  auto query = TRY(connection->Ask(sql, prefix));
  std::vector<std::string> ids;
  while (true) {
    const bool is_row = TRY(query.Next());
    if (!is_row || !query->Text(0).starts_with(prefix)) return ids;
    ids.emplace_back(query->Text(0));
  }
}

base::Result<SqlQuery> ScanCommits(Connection* connection, CommitId after) {
  static const std::string sql = SelectSql("WHERE id > ?1 ORDER BY id");
  return connection->Ask(sql, after.value);
}

base::Result<CommitRecord> ReadCommit(const Connection& connection, const SqlStatement& statement) {
  CommitRecord record;
  record.id = CommitId{statement.Integer(0)};
  record.time_ms = statement.Integer(1);
  record.batch = {.id = std::string(statement.Text(2)), .digest = Unsigned(statement.Integer(3))};
  record.last_change = statement.Integer(4);
  record.changes = Unsigned(statement.Integer(5));
  int column = kFirstTableColumn;
  for (CommitRecord::OfTable& table : record.tables) {
    table.contents.rows = Unsigned(statement.Integer(column++));
    table.contents.fingerprint = Unsigned(statement.Integer(column++));
    table.is_unlogged = statement.Integer(column++) != 0;
  }
  if (!statement.IsInteger(column) ||
      Unsigned(statement.Integer(column)) != CommitChecksum(record)) {
    return connection.Corrupt("commit " + std::to_string(record.id.value) +
                              " does not match its checksum");
  }
  return record;
}

}  // namespace orgreg::store
