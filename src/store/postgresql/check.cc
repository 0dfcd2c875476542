// SPDX-License-Identifier: EUPL-1.2

#include "store/postgresql/check.h"

#include <deque>
#include <optional>
#include <string>
#include <utility>

#include "store/log_check.h"
#include "store/postgresql_tables/commits.h"
#include "store/postgresql_tables/log.h"
#include "store/postgresql_tables/rows.h"

namespace orgreg::store {
namespace {

using base::Result;
using base::Status;

constexpr std::int64_t kCommits = 5000;  // read together
constexpr std::size_t kLines = 2000;

// The records of all commits, one after another.
class Commits {
 public:
  explicit Commits(PgConnection* connection) : connection_(connection) {}

  Result<std::optional<CommitRecord>> Next() {
    if (read_.empty()) {
      for (CommitRecord& record : TRY(CommitsAfter(connection_, last_, kCommits)))
        read_.push_back(std::move(record));
    }
    if (read_.empty()) return std::optional<CommitRecord>();
    CommitRecord next = std::move(read_.front());
    read_.pop_front();
    last_ = next.id;
    return std::optional<CommitRecord>(std::move(next));
  }

 private:
  PgConnection* connection_;
  CommitId last_ = {INT64_MIN};
  std::deque<CommitRecord> read_;
};

Status CheckLines(PgConnection* connection, LogCheck* check) {
  std::int64_t last = INT64_MIN;
  while (true) {
    const auto lines = TRY(LinesAfter(connection, last, kLines));
    for (const PgLine& read : lines) {
      last = read.line.id;
      TRY(check->TakeLine(read.line, read.checksum));
    }
    if (lines.size() < kLines) return check->EndLines();
  }
}

// The table of lines would not miss a patch too many.
Status CheckPatches(PgConnection* connection) {
  const auto lost = TRY(connection->Ask(
      "SELECT p.id FROM change_patch p LEFT JOIN LATERAL (SELECT patch_sum FROM change_log l"
      " WHERE l.id = p.id AND l.number = p.number AND l.tbl = p.tbl) f ON true"
      " WHERE f.patch_sum IS NULL OR f.patch_sum = 0 LIMIT 1"));
  if (lost.rows() == 0) return {};
  return connection->Corrupt("change_patch row " + std::to_string(lost.Integer(0, 0)) +
                             " belongs to no line of the log");
}

}  // namespace

Status CheckAll(PgConnection* connection, const Summary& summary) {
  Commits commits(connection);
  LogCheck check(
      summary, [&] { return commits.Next(); },
      [&](const std::string& what) { return connection->Corrupt(what); });
  TRY(CheckLines(connection, &check));
  TRY(CheckPatches(connection));
  for (const model::Kind kind : model::kKinds) {
    TRY(ScanRows(connection, kind, summary.Of(kind), [&](const PgStoredRow& stored) {
      return check.TakeRow(kind, stored.row.number, stored.commit);
    }));
    TRY(check.EndRows(kind));
  }
  TRY(ReadNotes(connection));
  return {};
}

}  // namespace orgreg::store
