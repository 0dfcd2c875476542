#include "store/sqlite_commits.h"

namespace orgreg::store {
namespace {

constexpr const char* kSelect =
    "SELECT id, time_ms, batch, digest, last_change, changes, entity_rows, entity_sum,"
    " entity_unlogged, sub_entity_rows, sub_entity_sum, sub_entity_unlogged, checksum"
    " FROM commits ";
constexpr std::string_view kInsert =
    "INSERT INTO commits (id, time_ms, batch, digest, last_change, changes, entity_rows,"
    " entity_sum, entity_unlogged, sub_entity_rows, sub_entity_sum, sub_entity_unlogged,"
    " checksum) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13)";

std::int64_t Signed(std::uint64_t value) { return static_cast<std::int64_t>(value); }
std::uint64_t Unsigned(std::int64_t value) { return static_cast<std::uint64_t>(value); }

base::Result<std::optional<CommitRecord>> ReadOne(Connection* connection, Statement* statement) {
  const int step = statement->Step();
  if (step == SQLITE_DONE) return std::optional<CommitRecord>();
  if (step != SQLITE_ROW) return connection->LastError(step);
  auto record = ReadCommit(*connection, *statement);
  if (!record) return std::move(record).error();
  return std::optional<CommitRecord>(std::move(record).value());
}

}  // namespace

CommitRecord RecordOf(const Summary& summary) {
  CommitRecord record;
  record.id = summary.position;
  record.time_ms = summary.time_ms;
  record.last_change = summary.last_change;
  for (const Table table : kTables) {
    const Summary::OfTable& now = summary.Of(table);
    record.Of(table) = {.contents = {.rows = now.rows, .fingerprint = now.sum},
                        .is_unlogged = now.unlogged == summary.position};
  }
  return record;
}

base::Status WriteCommit(Connection* connection, const CommitRecord& record) {
  const auto prepared = connection->Prepare(kInsert);
  if (!prepared) return prepared.error();
  const StatementScope statement(*prepared);
  statement->Bind(1, record.id.value)
      .Bind(2, record.time_ms)
      .BindTextOrNull(3, record.batch.id)
      .Bind(4, Signed(record.batch.digest))
      .Bind(5, record.last_change)
      .Bind(6, Signed(record.changes));
  int parameter = 7;
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
  static const std::string sql = std::string(kSelect) + "WHERE id = ?1";
  const auto prepared = connection->Prepare(sql);
  if (!prepared) return prepared.error();
  const StatementScope statement(*prepared);
  statement->Bind(1, id.value);
  return ReadOne(connection, *prepared);
}

base::Result<std::optional<CommitRecord>> FindCommitOfBatch(Connection* connection,
                                                            const std::string& batch) {
  static const std::string sql = std::string(kSelect) + "WHERE batch = ?1";
  const auto prepared = connection->Prepare(sql);
  if (!prepared) return prepared.error();
  const StatementScope statement(*prepared);
  statement->Bind(1, batch);
  auto record = ReadOne(connection, *prepared);
  if (record && record->has_value() && (*record)->batch.id != batch) {
    return connection->Corrupt("the index of batches leads to another one");
  }
  return record;
}

base::Result<Statement*> ScanCommits(Connection* connection) {
  static const std::string sql = std::string(kSelect) + "ORDER BY id";
  return connection->Prepare(sql);
}

base::Result<CommitRecord> ReadCommit(const Connection& connection, const Statement& statement) {
  CommitRecord record;
  record.id = CommitId{statement.Integer(0)};
  record.time_ms = statement.Integer(1);
  record.batch = {.id = std::string(statement.Text(2)), .digest = Unsigned(statement.Integer(3))};
  record.last_change = statement.Integer(4);
  record.changes = Unsigned(statement.Integer(5));
  int column = 6;
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
