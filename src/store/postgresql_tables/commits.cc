// SPDX-License-Identifier: EUPL-1.2

#include "store/postgresql_tables/commits.h"

#include <string_view>
#include <utility>

#include "store/postgresql_tables/schema.h"

namespace orgreg::store {
namespace {

using base::Result;

// Columns of a commit, in the order in which they are read and written; all are bigint but batch.
constexpr int kBatchColumn = 2;
constexpr int kFirstTableColumn = 6;
// The columns of meta come before them in the query for the summary.
constexpr int kMetaColumns = 4;
constexpr std::int64_t kMostIds = 10'000;

std::vector<std::string> RecordColumns() {
  std::vector<std::string> columns = {"id", "time_ms", "batch", "digest", "last_change", "changes"};
  for (const model::KindRow& row : model::kKindRows) {
    for (const char* column : {"_rows", "_sum", "_unlogged"})
      columns.push_back(std::string(row.table).append(column));
  }
  columns.emplace_back("checksum");
  return columns;
}

// What makes a record a summary; 0 in all but the newest of a step that a replica took.
std::vector<std::string> SummaryColumns() {
  std::vector<std::string> columns = {"withdrawn"};
  for (const model::KindRow& row : model::kKindRows) {
    for (const char* column : {"_lines", "_line_sum", "_load"})
      columns.push_back(std::string(row.table).append(column));
  }
  columns.emplace_back("summary_checksum");
  return columns;
}

std::string Joined(const std::vector<std::string>& columns, std::string_view before) {
  std::string text;
  for (const std::string& column : columns) text.append(before).append(column).append(", ");
  text.erase(text.size() - 2);
  return text;
}

std::vector<std::string> AllColumns() {
  auto columns = RecordColumns();
  for (std::string& column : SummaryColumns()) columns.push_back(std::move(column));
  return columns;
}

std::string SelectSql(std::string_view rest) {
  return "SELECT " + Joined(RecordColumns(), "") + " FROM commits " + std::string(rest);
}

std::string InsertSql() {
  std::string values;
  const auto columns = AllColumns();
  for (std::size_t at = 1; at <= columns.size(); ++at)
    values.append("$").append(std::to_string(at)).append(", ");
  values.erase(values.size() - 2);
  return "INSERT INTO commits (" + Joined(columns, "") + ") VALUES (" + values + ")";
}

std::string SummarySql() {
  return "SELECT m.schema::bigint, m.first_commit, m.wiped, m.checksum, " +
         Joined(AllColumns(), "c.") +
         " FROM meta m LEFT JOIN LATERAL (SELECT * FROM commits ORDER BY id DESC LIMIT 1) c ON true"
         " WHERE m.id = 1";
}

// meta has a checksum of its own: that of a summary of nothing else.
std::uint64_t MetaChecksum(const Summary& summary) {
  return SummaryChecksum({.first_commit = summary.first_commit, .wiped = summary.wiped});
}

std::uint64_t ChecksumOfState(const Summary& summary) { return StateIdOf(summary).mark; }

Result<CommitRecord> ReadCommit(const PgConnection& connection, const PgResult& result, int row,
                                int first) {
  CommitRecord record;
  record.id = CommitId{result.Integer(row, first)};
  record.time_ms = result.Integer(row, first + 1);
  record.batch = {.id = std::string(result.Bytes(row, first + kBatchColumn)),
                  .digest = result.Unsigned(row, first + 3)};
  record.last_change = result.Integer(row, first + 4);
  record.changes = result.Unsigned(row, first + 5);
  int column = first + kFirstTableColumn;
  for (CommitRecord::OfTable& table : record.tables) {
    table.contents.rows = result.Unsigned(row, column++);
    table.contents.fingerprint = result.Unsigned(row, column++);
    table.is_unlogged = result.Integer(row, column++) != 0;
  }
  if (result.Unsigned(row, column) == CommitChecksum(record)) return record;
  return connection.Corrupt("commit " + std::to_string(record.id.value) +
                            " does not match its checksum");
}

void Add(PgConnection* connection, const CommitRecord& record, const Summary* summary) {
  static const std::string sql = InsertSql();
  PgParameters values;
  values.Integer8(record.id.value).Integer8(record.time_ms).BytesOrNull(record.batch.id);
  values.Integer8(record.batch.digest).Integer8(record.last_change).Integer8(record.changes);
  for (const CommitRecord::OfTable& table : record.tables) {
    values.Integer8(table.contents.rows).Integer8(table.contents.fingerprint);
    values.Integer8(std::int64_t{table.is_unlogged});
  }
  values.Integer8(CommitChecksum(record));
  const Summary none;
  const Summary& state = summary != nullptr ? *summary : none;
  values.Integer8(state.withdrawn.value);
  for (const Summary::OfTable& table : state.tables)
    values.Integer8(table.lines).Integer8(table.line_sum).Integer8(table.unlogged.value);
  values.Integer8(summary != nullptr ? ChecksumOfState(state) : 0);
  connection->Add(sql, values);
}

Result<std::optional<CommitRecord>> FindOne(PgConnection* connection, std::string_view sql,
                                            const PgParameters& key) {
  const auto found = TRY(connection->Ask(sql, key));
  if (found.rows() == 0) return std::optional<CommitRecord>();
  auto record = TRY(ReadCommit(*connection, found, 0, 0));
  return std::optional<CommitRecord>(std::move(record));
}

}  // namespace

void AddSummaryQuery(PgConnection* connection) {
  static const std::string sql = SummarySql();
  connection->Add(sql);
}

Result<Summary> ReadSummary(const PgConnection& connection, const PgResult& result) {
  if (result.rows() != 1) return connection.Corrupt("meta has no row");
  TRY(CheckSchema(connection, result.Integer(0, 0)));
  Summary summary;
  summary.first_commit = CommitId{result.Integer(0, 1)};
  summary.wiped = CommitId{result.Integer(0, 2)};
  if (MetaChecksum(summary) != result.Unsigned(0, 3))
    return connection.Corrupt("meta does not match its checksum");
  if (result.IsNull(0, kMetaColumns)) return summary;
  const auto record = TRY(ReadCommit(connection, result, 0, kMetaColumns));
  summary.position = record.id;
  summary.last_change = record.last_change;
  summary.time_ms = record.time_ms;
  int column = kMetaColumns + static_cast<int>(RecordColumns().size());
  summary.withdrawn = CommitId{result.Integer(0, column++)};
  for (const model::Kind kind : model::kKinds) {
    Summary::OfTable& table = summary.Of(kind);
    table.rows = record.Of(kind).contents.rows;
    table.sum = record.Of(kind).contents.fingerprint;
    table.lines = result.Integer(0, column++);
    table.line_sum = result.Unsigned(0, column++);
    table.unlogged = CommitId{result.Integer(0, column++)};
  }
  if (ChecksumOfState(summary) == result.Unsigned(0, column)) return summary;
  return connection.Corrupt("the summary of commit " + std::to_string(record.id.value) +
                            " does not match its checksum");
}

Result<Summary> AskSummary(PgConnection* connection) {
  AddSummaryQuery(connection);
  const auto results = TRY(connection->Send());
  return ReadSummary(*connection, results.back());
}

void AddCommit(PgConnection* connection, const CommitRecord& record, const Summary& summary) {
  Add(connection, record, &summary);
}

void AddEarlierCommit(PgConnection* connection, const CommitRecord& record) {
  Add(connection, record, nullptr);
}

void AddMeta(PgConnection* connection, const Summary& summary) {
  connection->Add(
      "UPDATE meta SET first_commit = $1::bigint, wiped = $2::bigint, checksum = $3::bigint"
      " WHERE id = 1",
      PgParameters()
          .Integer8(summary.first_commit.value)
          .Integer8(summary.wiped.value)
          .Integer8(MetaChecksum(summary)));
}

Result<std::optional<CommitRecord>> FindCommit(PgConnection* connection, CommitId id) {
  static const std::string sql = SelectSql("WHERE id = $1::bigint");
  return FindOne(connection, sql, PgParameters().Integer8(id.value));
}

Result<std::optional<CommitRecord>> FindCommitOfBatch(PgConnection* connection,
                                                      const std::string& batch) {
  static const std::string sql = SelectSql("WHERE batch = $1::bytea");
  auto record = FindOne(connection, sql, PgParameters().Bytes(batch));
  if (record && record->has_value() && (*record)->batch.id != batch)
    return connection->Corrupt("the index of batches leads to another one");
  return record;
}

Result<std::vector<CommitRecord>> CommitsAfter(PgConnection* connection, CommitId after,
                                               std::int64_t most) {
  static const std::string sql = SelectSql("WHERE id > $1::bigint ORDER BY id LIMIT $2::bigint");
  const auto found = TRY(connection->Ask(sql, PgParameters().Integer8(after.value).Integer8(most)));
  std::vector<CommitRecord> records;
  for (int row = 0; row < found.rows(); ++row) {
    auto record = TRY(ReadCommit(*connection, found, row, 0));
    records.push_back(std::move(record));
  }
  return records;
}

// A prefix ends before its last byte raised by one; the pages keep one answer small.
Result<std::vector<std::string>> FindBatchIds(PgConnection* connection, const std::string& prefix) {
  std::vector<std::string> ids;
  std::string from = prefix;
  while (true) {
    const auto found = TRY(connection->Ask(
        "SELECT batch FROM commits WHERE batch >= $1::bytea ORDER BY batch LIMIT $2::bigint",
        PgParameters().Bytes(from).Integer8(kMostIds)));
    for (int row = 0; row < found.rows(); ++row) {
      const std::string_view id = found.Bytes(row, 0);
      if (!id.starts_with(prefix)) return ids;
      ids.emplace_back(id);
    }
    if (found.rows() < kMostIds) return ids;
    from = ids.back() + std::string(1, '\0');
  }
}

}  // namespace orgreg::store
