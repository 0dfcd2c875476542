// SPDX-License-Identifier: EUPL-1.2

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
  return connection->Do(
      "INSERT INTO note (key, text, checksum) VALUES (?1, ?2, ?3) "
      "ON CONFLICT (key) DO UPDATE SET text = excluded.text, checksum = excluded.checksum",
      key, text, static_cast<std::int64_t>(NoteChecksum(key, text)));
}

base::Result<std::optional<std::string>> FindNote(Connection* connection, const std::string& key) {
  auto note = TRY(connection->Ask("SELECT key, text, checksum FROM note WHERE key = ?1", key));
  const bool is_there = TRY(note.Next());
  if (!is_there) return std::optional<std::string>();
  TRY(CheckNote(*connection, *note));
  return std::optional<std::string>(note->Text(1));
}

base::Result<std::vector<Note>> ReadNotes(Connection* connection) {
  auto query = TRY(connection->Ask("SELECT key, text, checksum FROM note ORDER BY key"));
  std::vector<Note> notes;
  while (true) {
    const bool is_note = TRY(query.Next());
    if (!is_note) return notes;
    TRY(CheckNote(*connection, *query));
    notes.push_back({.key = std::string(query->Text(0)), .text = std::string(query->Text(1))});
  }
}

base::Status CheckNotes(Connection* connection) {
  TRY(ReadNotes(connection));
  return {};
}

}  // namespace orgreg::store
