// SPDX-License-Identifier: EUPL-1.2

#include "store/log_check.h"

#include <utility>

#include "base/values/org_number.h"

namespace orgreg::store {

using base::Status;

LogCheck::LogCheck(const Summary& summary, NextCommit next_commit, MakeError corrupt)
    : summary_(summary), next_commit_(std::move(next_commit)), corrupt_(std::move(corrupt)) {
  commit_.id = CommitId{summary_.first_commit.value - 1};
}

base::Error LogCheck::Wrong(const std::string& where, const std::string& what) const {
  return corrupt_(where + " " + what);
}

Status LogCheck::TakeCommit() {
  const auto read = TRY(next_commit_());
  if (!read) return Wrong("commits", "ends too early");
  const CommitRecord& next = *read;
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

Status LogCheck::TakeLine(const LogLine& line, std::uint64_t checksum) {
  while (line.id > commit_.last_change) {
    TRY(TakeCommit());
  }
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
  table.line_sum += checksum;
  return {};
}

Status LogCheck::EndLines() {
  while (commit_.id < summary_.position) {
    TRY(TakeCommit());
  }
  const auto further = TRY(next_commit_());
  if (further) return Wrong("commits", "goes on after the last one");
  return CompareEnd();
}

Status LogCheck::CompareEnd() {
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
Status LogCheck::TakeRow(model::Kind kind, base::OrgNumber number, CommitId commit) {
  OfTable& log = Of(kind);
  const auto newest = log.newest.find(number.value());
  const bool has_line = newest != log.newest.end();
  log.rows_with_line += has_line ? 1 : 0;
  if (has_line && newest->second.commit == commit) return {};
  const bool is_unlogged = commit < summary_.first_commit || log.unlogged.contains(commit.value);
  if (is_unlogged && (!has_line || newest->second.commit < commit)) return {};
  return Wrong(std::string(model::RowOf(kind).table) + " row " + std::to_string(number.value()),
               "is not what the log says it is");
}

Status LogCheck::EndRows(model::Kind kind) {
  if (Of(kind).rows_with_line == Of(kind).newest.size()) return {};
  return Wrong("change_log", "speaks of rows that are not there");
}

}  // namespace orgreg::store
