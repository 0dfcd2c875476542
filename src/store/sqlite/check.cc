// SPDX-License-Identifier: EUPL-1.2

// After SQLite's own check of its pages, commits and log lines are read in parallel and compared;
// then come the rows of each kind, and the notes.

#include "store/sqlite/check.h"

#include <array>
#include <string>
#include <unordered_map>
#include <unordered_set>

#include "store/sqlite_tables/commits.h"
#include "store/sqlite_tables/log.h"
#include "store/sqlite_tables/notes.h"
#include "store/sqlite_tables/packed_text.h"
#include "store/sqlite_tables/rows.h"

namespace orgreg::store {
namespace {

using base::Status;

// Commits and lines are read in parallel: each line belongs to one commit, which counts it.
class Checker {
 public:
  Checker(Connection* connection, const Summary& summary)
      : connection_(connection), summary_(summary) {}

  Status Run() {
    TRY(CheckPages());
    TRY(CheckDictionary(connection_));
    TRY(CheckLog());
    for (const model::Kind kind : model::kKinds) {
      TRY(CheckRows(kind));
    }
    return CheckNotes(connection_);
  }

 private:
  struct Newest {
    CommitId commit;
    std::uint64_t place_sum = 0;
  };
  struct OfTable {
    std::int64_t lines = 0;
    std::uint64_t line_sum = 0;
    std::unordered_map<std::uint32_t, Newest> newest;  // the last line of each number
    std::unordered_set<std::int64_t> unlogged;         // commits
    CommitId last_unlogged;
  };

  OfTable& Of(model::Kind kind) { return tables_[model::IndexOf(kind)]; }

  Status CheckPages() {
    auto check = TRY(connection_->Ask("PRAGMA integrity_check(1)"));
    TRY(check.Next());
    const std::string_view verdict = check->Text(0);
    if (verdict == "ok") return {};
    return connection_->Corrupt(verdict);
  }

  Status CheckLog() {
    auto commits = TRY(ScanCommits(connection_));
    commit_.id = CommitId{summary_.first_commit.value - 1};
    Status read = ScanLines(connection_, [&](const LineView& view) -> Status {
      while (view.line.id > commit_.last_change) {
        TRY(NextCommit(&commits));
      }
      return CheckLine(view);
    });
    if (!read) return read;
    while (commit_.id < summary_.position) {
      TRY(NextCommit(&commits));
    }
    const bool goes_on = TRY(commits.Next());
    if (goes_on) return Wrong("commits", "goes on after the last one");
    return CheckEnd();
  }

  Status NextCommit(SqlQuery* commits) {
    const bool is_there = TRY(commits->Next());
    if (!is_there) return Wrong("commits", "ends too early");
    auto read = TRY(ReadCommit(*connection_, **commits));
    const CommitRecord& next = read;
    const std::string where = "commit " + std::to_string(next.id.value);
    if (next.id.value != commit_.id.value + 1) return Wrong(where, "does not follow on");
    if (next.time_ms < commit_.time_ms) return Wrong(where, "goes back in time");
    if (line_ != commit_.last_change) return Wrong(where, "comes before lines of an earlier one");
    // The ids of a commit are consecutive; some ids before them may have been skipped.
    line_ = next.last_change - static_cast<std::int64_t>(next.changes);
    if (line_ < commit_.last_change) return Wrong(where, "does not count its lines");
    for (const model::Kind kind : model::kKinds) {
      if (!next.Of(kind).is_unlogged) continue;
      Of(kind).unlogged.insert(next.id.value);
      Of(kind).last_unlogged = next.id;
    }
    commit_ = next;
    return {};
  }

  Status CheckLine(const LineView& view) {
    const LogLine& line = view.line;
    const std::string where = "change_log row " + std::to_string(line.id);
    OfTable& table = Of(line.kind);
    if (line.id != ++line_) return Wrong(where, "does not follow on");
    if (line.place != ++table.lines) return Wrong(where, "is not at its place");
    if (line.commit != commit_.id) return Wrong(where, "is of another commit");
    if (line.time_ms < line_time_ms_) return Wrong(where, "goes back in time");
    if (line.time_ms > commit_.time_ms) return Wrong(where, "is later than its commit");
    line_time_ms_ = line.time_ms;
    Newest& newest = table.newest[line.number.value()];
    newest.commit = line.commit;
    newest.place_sum += static_cast<std::uint64_t>(line.place);
    if (newest.place_sum != line.place_sum) return Wrong(where, "misses an earlier one");
    table.line_sum += view.checksum;
    return {};
  }

  Status CheckEnd() {
    if (line_ != summary_.last_change || commit_.last_change != summary_.last_change) {
      return Wrong("change_log", "does not end where it ought to");
    }
    if (commit_.time_ms != summary_.time_ms && commit_.id.value > 0) {
      return Wrong("meta", "has another time than the last commit");
    }
    for (const model::Kind kind : model::kKinds) {
      const Summary::OfTable& recorded = summary_.Of(kind);
      const OfTable& found = Of(kind);
      if (found.lines != recorded.lines || found.line_sum != recorded.line_sum) {
        return Wrong("change_log", "does not hold what was committed");
      }
      const Contents contents = {.rows = recorded.rows, .fingerprint = recorded.sum};
      if (commit_.Of(kind).contents != contents || found.last_unlogged != recorded.unlogged) {
        return Wrong("meta", "does not agree with the last commit");
      }
    }
    return {};
  }

  // The last log line of every row belongs to the commit that wrote it.
  Status CheckRows(model::Kind kind) {
    OfTable& log = Of(kind);
    std::size_t logged = 0;
    const auto visit = [&](const StoredRow& stored) -> Status {
      const auto newest = log.newest.find(stored.row.number.value());
      const bool has_line = newest != log.newest.end();
      logged += has_line ? 1 : 0;
      if (has_line && newest->second.commit == stored.commit) return {};
      const bool is_unlogged =
          stored.commit < summary_.first_commit || log.unlogged.contains(stored.commit.value);
      if (is_unlogged && (!has_line || newest->second.commit < stored.commit)) return {};
      return Wrong(SqlOf(kind).name + " row " + std::to_string(stored.row.number.value()),
                   "is not what the log says it is");
    };
    TRY(ScanRows(connection_, kind, summary_.Of(kind), visit));
    if (logged != log.newest.size())
      return Wrong("change_log", "speaks of rows that are not there");
    return {};
  }

  base::Error Wrong(const std::string& where, const std::string& what) const {
    return connection_->Corrupt(where + " " + what);
  }

  Connection* connection_;
  const Summary& summary_;
  CommitRecord commit_;    // the one whose lines are being read
  std::int64_t line_ = 0;  // the last one read
  std::int64_t line_time_ms_ = 0;
  std::array<OfTable, model::kKindCount> tables_;
};

}  // namespace

base::Status CheckAll(Connection* connection, const Summary& summary) {
  return Checker(connection, summary).Run();
}

}  // namespace orgreg::store
