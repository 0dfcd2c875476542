#include "store/sqlite_tables/notes.h"

#include "store/checksum.h"

namespace orgreg::store {
namespace {

// The current row of the statement has key, text and checksum.
base::Status CheckNote(const Connection& connection, const SqlStatement& statement) {
  const std::string key(statement.Text(0));
  const auto checksum = static_cast<std::uint64_t>(statement.Integer(2));
  if (statement.IsInteger(2) && NoteChecksum(key, statement.Text(1)) == checksum) return {};
  return connection.Corrupt("the note \"" + key + "\" does not match its checksum");
}

}  // namespace

base::Status WriteNote(Connection* connection, const std::string& key, std::string_view text) {
  const auto prepared = TRY(connection->Prepare(
      "INSERT INTO note (key, text, checksum) VALUES (?1, ?2, ?3) "
      "ON CONFLICT (key) DO UPDATE SET text = excluded.text, checksum = excluded.checksum"));
  const SqlStatementScope statement(prepared);
  statement->Bind(1, key).Bind(2, text).Bind(3, static_cast<std::int64_t>(NoteChecksum(key, text)));
  const int step = statement->Step();
  if (step != SQLITE_DONE) return connection->LastError(step);
  return {};
}

base::Result<std::optional<std::string>> FindNote(Connection* connection, const std::string& key) {
  const auto prepared =
      TRY(connection->Prepare("SELECT key, text, checksum FROM note WHERE key = ?1"));
  const SqlStatementScope statement(prepared);
  statement->Bind(1, key);
  const int step = statement->Step();
  if (step == SQLITE_DONE) return std::optional<std::string>();
  if (step != SQLITE_ROW) return connection->LastError(step);
  TRY(CheckNote(*connection, *prepared));
  return std::optional<std::string>(statement->Text(1));
}

base::Status CheckNotes(Connection* connection) {
  const auto prepared = TRY(connection->Prepare("SELECT key, text, checksum FROM note"));
  const SqlStatementScope statement(prepared);
  while (true) {
    const int step = statement->Step();
    if (step == SQLITE_DONE) return {};
    if (step != SQLITE_ROW) return connection->LastError(step);
    TRY(CheckNote(*connection, *prepared));
  }
}

}  // namespace orgreg::store
