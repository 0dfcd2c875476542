#include "store/sqlite_rows.h"

#include <array>

namespace orgreg::store {
namespace {

TableSql MakeSql(const std::string& table) {
  constexpr const char* kColumns = "SELECT number, state, commit_id, checksum, body FROM ";
  return {
      .name = table,
      .find = kColumns + table + " WHERE number = ?1",
      .scan = kColumns + table + " ORDER BY number",
      .insert = "INSERT INTO " + table +
                " (number, state, commit_id, checksum, body) VALUES (?1, ?2, ?3, ?4, ?5)"
                " ON CONFLICT (number) DO NOTHING",
      .update = "UPDATE " + table +
                " SET state = ?2, commit_id = ?3, checksum = ?4, body = ?5 WHERE number = ?1",
  };
}

constexpr std::string_view kReadSummary =
    "SELECT position, entity_rows, entity_sum, sub_entity_rows, sub_entity_sum, checksum"
    " FROM meta WHERE id = 1";
constexpr std::string_view kWriteSummary =
    "UPDATE meta SET position = ?1, entity_rows = ?2, entity_sum = ?3, sub_entity_rows = ?4,"
    " sub_entity_sum = ?5, checksum = ?6 WHERE id = 1";

// SQLite integers are signed; counts and sums keep their 64 bits.
std::int64_t Signed(std::uint64_t value) { return static_cast<std::int64_t>(value); }
std::uint64_t Unsigned(std::int64_t value) { return static_cast<std::uint64_t>(value); }

}  // namespace

const TableSql& SqlOf(Table table) {
  static const std::array<TableSql, kTableCount> kSql = {MakeSql("entity"), MakeSql("sub_entity")};
  return kSql[static_cast<std::size_t>(table)];
}

base::Result<StoredRow> ReadRow(const Connection& connection, Table table,
                                const Statement& statement) {
  const std::int64_t number = statement.Integer(0);
  const std::int64_t state = statement.Integer(1);
  const auto wrong = [&](std::string_view what) {
    return connection.Corrupt(SqlOf(table).name + " row " + std::to_string(number) + " " +
                              std::string(what));
  };
  for (const int column : {0, 1, 2, 3}) {
    if (!statement.IsInteger(column)) return wrong("has a column that is no integer");
  }
  if (!statement.IsText(4)) return wrong("has a body that is no text");
  if (number < 0 || number >= base::OrgNumber::kLimit) return wrong("has an impossible number");
  if (state < 0 || state > static_cast<std::int64_t>(RowState::kRemoved)) {
    return wrong("has an unknown state");
  }
  const StoredRow stored = {
      .row = {.number = base::OrgNumber(static_cast<std::uint32_t>(number)),
              .state = static_cast<RowState>(state),
              .body = statement.Text(4)},
      .commit = CommitId{statement.Integer(2)},
      .checksum = Unsigned(statement.Integer(3)),
  };
  if (RowChecksum(table, stored.commit, stored.row) != stored.checksum) {
    return wrong("does not match its checksum");
  }
  return stored;
}

base::Result<Summary> ReadSummary(Connection* connection) {
  const auto prepared = connection->Prepare(kReadSummary);
  if (!prepared) return prepared.error();
  const StatementScope statement(*prepared);
  const int step = statement->Step();
  if (step == SQLITE_DONE) return connection->Corrupt("meta has no row");
  if (step != SQLITE_ROW) return connection->LastError(step);
  Summary summary;
  summary.position = CommitId{statement->Integer(0)};
  int column = 1;
  for (Summary::OfTable& table : summary.tables) {
    table.rows = Unsigned(statement->Integer(column++));
    table.sum = Unsigned(statement->Integer(column++));
  }
  if (SummaryChecksum(summary) != Unsigned(statement->Integer(column))) {
    return connection->Corrupt("meta does not match its checksum");
  }
  return summary;
}

base::Status WriteSummary(Connection* connection, const Summary& summary) {
  const auto prepared = connection->Prepare(kWriteSummary);
  if (!prepared) return prepared.error();
  const StatementScope statement(*prepared);
  int parameter = 1;
  statement->Bind(parameter++, summary.position.value);
  for (const Summary::OfTable& table : summary.tables) {
    statement->Bind(parameter++, Signed(table.rows));
    statement->Bind(parameter++, Signed(table.sum));
  }
  statement->Bind(parameter, Signed(SummaryChecksum(summary)));
  const int step = statement->Step();
  if (step != SQLITE_DONE) return connection->LastError(step);
  if (connection->changes() != 1) return connection->Corrupt("meta has no row");
  return {};
}

}  // namespace orgreg::store
