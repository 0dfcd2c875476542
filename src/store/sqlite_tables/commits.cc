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

base::Result<std::optional<CommitRecord>> ReadOne(Connection* connection, SqlStatement* statement) {
  const int step = statement->Step();
  if (step == SQLITE_DONE) return std::optional<CommitRecord>();
  if (step != SQLITE_ROW) return connection->LastError(step);
  auto record = TRY(ReadCommit(*connection, *statement));
  return std::optional<CommitRecord>(std::move(record));
}

}  // namespace

CommitRecord RecordOf(const Summary& summary) {
  CommitRecord record;
  record.id = summary.position;
  record.time_ms = summary.time_ms;
  record.last_change = summary.last_change;
  for (const model::Kind kind : model::kKinds) {
    const Summary::OfTable& now = summary.Of(kind);
    record.Of(kind) = {.contents = {.rows = now.rows, .fingerprint = now.sum},
                       .is_unlogged = now.unlogged == summary.position};
  }
  return record;
}

base::Status WriteCommit(Connection* connection, const CommitRecord& record) {
  static const std::string sql = InsertSql();
  const auto prepared = TRY(connection->Prepare(sql));
  const SqlStatementScope statement(prepared);
  statement->Bind(1, record.id.value)
      .Bind(2, record.time_ms)
      .BindTextOrNull(3, record.batch.id)
      .Bind(4, Signed(record.batch.digest))
      .Bind(5, record.last_change)
      .Bind(6, Signed(record.changes));
  int parameter = kFirstTableColumn + 1;
  for (const CommitRecord::OfTable& table : record.tables) {
    statement->Bind(parameter++, Signed(table.contents.rows));
    statement->Bind(parameter++, Signed(table.contents.fingerprint));
    statement->Bind(parameter++, std::int64_t{table.is_unlogged});
  }
  statement->Bind(parameter, Signed(CommitChecksum(record)));
  const int step = statement->Step();
  if (step != SQLITE_DONE) return connection->LastError(step);
  return {};
}

base::Result<std::optional<CommitRecord>> FindCommit(Connection* connection, CommitId id) {
  static const std::string sql = SelectSql("WHERE id = ?1");
  const auto prepared = TRY(connection->Prepare(sql));
  const SqlStatementScope statement(prepared);
  statement->Bind(1, id.value);
  return ReadOne(connection, prepared);
}

base::Result<std::optional<CommitRecord>> FindCommitOfBatch(Connection* connection,
                                                            const std::string& batch) {
  static const std::string sql = SelectSql("WHERE batch = ?1");
  const auto prepared = TRY(connection->Prepare(sql));
  const SqlStatementScope statement(prepared);
  statement->Bind(1, batch);
  auto record = ReadOne(connection, prepared);
  if (record && record->has_value() && (*record)->batch.id != batch) {
    return connection->Corrupt("the index of batches leads to another one");
  }
  return record;
}

base::Result<std::vector<std::string>> FindBatchIds(Connection* connection,
                                                    const std::string& prefix) {
  static const std::string sql =
      "SELECT batch FROM commits WHERE batch >= ?1 ORDER BY batch COLLATE BINARY";
  const auto prepared = TRY(connection->Prepare(sql));
  const SqlStatementScope statement(prepared);
  statement->Bind(1, prefix);
  std::vector<std::string> ids;
  while (true) {
    const int step = statement->Step();
    if (step != SQLITE_ROW && step != SQLITE_DONE) return connection->LastError(step);
    if (step == SQLITE_DONE || !statement->Text(0).starts_with(prefix)) return ids;
    ids.emplace_back(statement->Text(0));
  }
}

base::Result<SqlStatement*> ScanCommits(Connection* connection) {
  static const std::string sql = SelectSql("ORDER BY id");
  return connection->Prepare(sql);
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

Receipt ReceiptOf(const CommitRecord& record) {
  return {.commit = record.id,
          .last_change = record.last_change,
          .changes = record.changes,
          .digest = record.batch.digest};
}

}  // namespace orgreg::store
