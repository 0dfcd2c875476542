// SPDX-License-Identifier: EUPL-1.2

#include "store/postgresql/continuity.h"

#include <fmt/format.h>

#include <string_view>

#include "store/postgresql/lacking_tables.h"
#include "store/postgresql_connections/parameters.h"
#include "store/postgresql_connections/result.h"

namespace orgreg::store {
namespace {

using base::Code;
using base::Error;
using base::Result;
using base::Status;

constexpr std::string_view kHasTables =
    "SELECT coalesce(bool_and(has_table_privilege(t.oid, 'SELECT')), false) AND count(*) = 2"
    " FROM (SELECT to_regclass(quote_ident(current_schema()) || '.' || name)::oid AS oid"
    "       FROM unnest(ARRAY['timeline', 'set_back']) AS u(name)) t WHERE t.oid IS NOT NULL";

constexpr std::string_view kNow =
    "('x' || substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8))::bit(32)::bigint";

// pgBackRest leaves those of PostgreSQL in postgresql.auto.conf, and what pgbackrest.conf adds.
constexpr std::string_view kSettings =
    "concat_ws(', '"
    ", CASE WHEN current_setting('orgreg.restored', true) <> '' THEN 'orgreg.restored' END"
    ", CASE WHEN current_setting('restore_command', true) <> '' THEN 'restore_command' END"
    ", CASE WHEN current_setting('recovery_target', true) <> '' THEN 'recovery_target' END"
    ", CASE WHEN current_setting('recovery_target_time', true) <> '' THEN 'recovery_target_time'"
    "  END"
    ", CASE WHEN current_setting('recovery_target_xid', true) <> '' THEN 'recovery_target_xid' END"
    ", CASE WHEN current_setting('recovery_target_name', true) <> '' THEN 'recovery_target_name'"
    "  END"
    ", CASE WHEN current_setting('recovery_target_lsn', true) <> '' THEN 'recovery_target_lsn'"
    "  END)";

// The columns of the answer.
constexpr int kTimeline = 0;
constexpr int kIsKnown = 1;
constexpr int kFollowsOn = 2;  // the server streamed from the one of a known timeline
constexpr int kLeftSettings = 3;
constexpr int kReason = 4;

const std::string& Question() {
  static const std::string sql = fmt::format(
      "WITH now AS (SELECT {} AS id)"
      " SELECT now.id, EXISTS (SELECT FROM timeline t WHERE t.id = now.id),"
      " pg_last_wal_receive_lsn() IS NOT NULL"
      "  AND EXISTS (SELECT FROM timeline t WHERE t.id = now.id - 1),"
      " {}, (SELECT reason FROM set_back ORDER BY node COLLATE \"C\" LIMIT 1) FROM now",
      kNow, kSettings);
  return sql;
}

SetBackNote NoteOfRestore(const std::string& settings) {
  return {.reason = "a backup of it was restored (" + settings + ")"};
}

// After a failover there may be no standby yet, for which a reader must not wait.
Status NoteSoon(PgConnection* connection, std::string_view sql, const PgParameters& parameters) {
  connection->AddText("BEGIN");
  connection->AddText("SET LOCAL synchronous_commit = off");
  connection->Add(sql, parameters);
  connection->AddText("COMMIT");
  const auto noted = connection->Send();
  return noted ? Status() : Status(ErrorOfAddition(*connection, noted.error()));
}

}  // namespace

Status PgContinuity::FindTables(PgConnection* connection) {
  const auto found = TRY(connection->Ask(kHasTables));
  if (found.Bool(0, 0)) has_tables_ = true;
  return {};
}

void PgContinuity::AddQuestion(PgConnection* connection) const {
  connection->Add(has_tables_ ? std::string_view(Question()) : kHasTables);
}

Status PgContinuity::Check(PgConnection* connection) {
  AddQuestion(connection);
  const auto results = connection->Send();
  if (!results) return Explain(*connection, results.error());
  return Judge(connection, results->back());
}

Error PgContinuity::Explain(const PgConnection& connection, Error error) {
  if (connection.sqlstate() != kUndefinedTable) return error;
  has_tables_ = false;
  return connection.Fail(Code::kUnavailable,
                         "lost tables that it had, ask again (" + error.message + ")");
}

Status PgContinuity::Judge(PgConnection* connection, const PgResult& answer) {
  const bool is_whole = answer.columns() > 1;
  if (is_whole) return JudgeRow(connection, answer);
  if (!answer.Bool(0, 0)) return {};
  has_tables_ = true;
  return JudgeRow(connection, TRY(connection->Ask(Question())));
}

Status PgContinuity::JudgeRow(PgConnection* connection, const PgResult& answer) {
  if (accepts_set_back_) return {};
  std::string reason;
  if (!answer.IsNull(0, kReason)) {
    reason = answer.Bytes(0, kReason);
  } else if (answer.Bool(0, kIsKnown)) {
    return {};
  } else if (answer.Bool(0, kFollowsOn) || answer.Bytes(0, kLeftSettings).empty()) {
    KnowTimeline(answer.Integer(0, kTimeline));
    return {};
  } else {
    const auto note = NoteOfRestore(std::string(answer.Bytes(0, kLeftSettings)));
    // So that a failover does not hide it. A user who may not write leaves that to others.
    const auto lease = PgLease::From(pool_);
    if (lease) static_cast<void>(AddSetBackNote(lease->get(), note));
    reason = note.reason;
  }
  return connection->Fail(Code::kUnavailable, SetBackText(reason));
}

// A failure leaves it to another process.
void PgContinuity::KnowTimeline(std::int64_t id) {
  if (noted_.exchange(id) == id) return;
  const auto lease = PgLease::From(pool_);
  if (!lease) return;
  static_cast<void>(NoteSoon(lease->get(),
                             "INSERT INTO timeline VALUES ($1::bigint) ON CONFLICT DO NOTHING",
                             PgParameters().Integer8(id)));
}

Result<std::vector<SetBackNote>> PgContinuity::Notes(PgConnection* connection) {
  TRY(FindTables(connection));
  std::vector<SetBackNote> notes;
  if (!has_tables_) return notes;
  const auto found = TRY(
      connection->Ask("SELECT node, commit_id, reason FROM set_back ORDER BY node COLLATE \"C\""));
  for (int row = 0; row < found.rows(); ++row) {
    notes.push_back({.node = std::string(found.Bytes(row, 0)),
                     .position = CommitId{found.Integer(row, 1)},
                     .reason = std::string(found.Bytes(row, 2))});
  }
  if (!notes.empty()) return notes;
  const auto answer = TRY(connection->Ask(Question()));
  const bool is_well = answer.Bool(0, kIsKnown) || answer.Bool(0, kFollowsOn) ||
                       answer.Bytes(0, kLeftSettings).empty();
  if (!is_well) notes.push_back(NoteOfRestore(std::string(answer.Bytes(0, kLeftSettings))));
  return notes;
}

Status AddSetBackNote(PgConnection* connection, const SetBackNote& note) {
  return NoteSoon(
      connection,
      "INSERT INTO set_back VALUES ($1::text, $2::bigint, $3::text) ON CONFLICT DO NOTHING",
      PgParameters().Bytes(note.node).Integer8(note.position.value).Bytes(note.reason));
}

Status DropSetBackNotes(PgConnection* connection) {
  connection->AddText("BEGIN");
  connection->AddText("DELETE FROM set_back");
  connection->AddText(fmt::format("INSERT INTO timeline VALUES ({}) ON CONFLICT DO NOTHING", kNow));
  connection->AddText("COMMIT");
  const auto sent = connection->Send();
  return sent ? Status() : Status(ErrorOfAddition(*connection, sent.error()));
}

Result<std::string> AskRestoreSettings(PgConnection* connection) {
  static const std::string sql = fmt::format("SELECT {}", kSettings);
  const auto found = TRY(connection->Ask(sql));
  return std::string(found.Bytes(0, 0));
}

}  // namespace orgreg::store
