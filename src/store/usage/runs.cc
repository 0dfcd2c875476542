// SPDX-License-Identifier: EUPL-1.2

// A quarter in which a run began is divided: `begun` has what was there at that time, which is of
// the runs before. All other quarters are of one run.

#include "store/usage/runs.h"

#include <fmt/format.h>

#include <algorithm>
#include <random>
#include <string_view>
#include <utility>

namespace orgreg::store {
namespace {

using base::Code;
using base::Result;
using base::Status;

constexpr const char* kTables = R"sql(
    CREATE TABLE IF NOT EXISTS runs (
      place INTEGER PRIMARY KEY,
      name TEXT NOT NULL,
      began INTEGER NOT NULL
    ) STRICT;
    CREATE TABLE IF NOT EXISTS begun (
      place INTEGER NOT NULL,
      grouping INTEGER NOT NULL,
      quarter INTEGER NOT NULL,
      counts TEXT NOT NULL,
      sum INTEGER NOT NULL,
      PRIMARY KEY (place, grouping)
    ) STRICT;
    )sql";
constexpr const char* kHasRuns = "SELECT count(*) FROM sqlite_schema WHERE name = 'runs'";
constexpr std::string_view kRuns = "SELECT place, name, began FROM runs ORDER BY place";
constexpr std::string_view kPutRun = "INSERT INTO runs (place, name, began) VALUES (?1, ?2, ?3)";
constexpr std::string_view kPutBegun =
    "INSERT INTO begun (place, grouping, quarter, counts, sum) VALUES (?1, ?2, ?3, ?4, ?5)";
constexpr std::string_view kBegun =
    "SELECT counts, quarter, sum, place, grouping FROM begun WHERE place = ?1 AND grouping = ?2";
constexpr std::string_view kAllBegun = "SELECT counts, quarter, sum, place, grouping FROM begun";
constexpr std::string_view kForgetRuns = "DELETE FROM runs WHERE place < ?1";
constexpr std::string_view kForgetBegun = "DELETE FROM begun WHERE place < ?1";

constexpr const char* kBeforeSecret = ".";

std::string NewName(std::string_view secret) {
  std::random_device source;
  return fmt::format("{:08x}{:08x}{:08x}{:08x}{}{}", source(), source(), source(), source(),
                     secret.empty() ? "" : kBeforeSecret, secret);
}

// The first and the last quarter with counts.
Result<UsageSpan> SpanOf(Connection* connection) {
  UsageSpan span;
  for (const UsageGroup group : kUsageGroups) {
    const auto quarters = TRY(QuartersOf(connection, group));
    if (quarters.empty()) continue;
    span.first = std::min(span.first.value_or(quarters.front()), quarters.front());
    span.end = std::max(span.end.value_or(quarters.back()), quarters.back());
  }
  return span;
}

Status PutRun(Connection* connection, const UsageRun& run) {
  return connection->Do(kPutRun, run.place, std::string_view(run.name), run.began);
}

// Of a damaged quarter nothing is known, then or later.
Status PutBegun(Connection* connection, const UsageRun& run, UsageGroup group) {
  const auto counts = CountsOf(connection, group, run.began);
  if (!counts && counts.error().code == Code::kCorrupt) return {};
  if (!counts) return counts.error();
  const std::string text = TextOf(*counts);
  return connection->Do(kPutBegun, run.place, NumberOf(group), run.began, std::string_view(text),
                        SumOf(group, run.began, text, run.place));
}

// The last run that began before the first count has all that is left of those before.
Status ForgetOld(Connection* connection, const std::vector<UsageRun>& runs, Quarter first) {
  const auto next =
      std::ranges::find_if(runs, [&](const UsageRun& run) { return run.began >= first; });
  if (next == runs.begin()) return {};
  const std::int64_t kept = std::prev(next)->place;
  TRY(connection->Do(kForgetRuns, kept));
  return connection->Do(kForgetBegun, kept);
}

Status Begin(Connection* connection, Quarter now, std::string_view secret) {
  TRY(connection->Run(kTables));
  const auto runs = TRY(RunsOf(connection));
  const auto span = TRY(SpanOf(connection));
  TRY(ForgetOld(connection, runs, span.first.value_or(now)));
  UsageRun run = {
      .place = 1, .name = NewName(secret), .began = std::max(now, span.end.value_or(now))};
  if (!runs.empty()) {
    run.place = runs.back().place + 1;
    run.began = std::max(run.began, runs.back().began);
  }
  for (const UsageGroup group : kUsageGroups) {
    TRY(PutBegun(connection, run, group));
  }
  return PutRun(connection, run);
}

Result<Counts> BegunWith(Connection* connection, const UsageRun& run, UsageGroup group) {
  auto row = TRY(connection->Ask(kBegun, run.place, NumberOf(group)));
  Counts counts;
  const bool is_there = TRY(row.Next());
  if (!is_there) return counts;
  const std::string_view text = row->Text(0);
  const bool is_whole =
      row->Integer(1) == run.began && row->Integer(2) == SumOf(group, run.began, text, run.place);
  const auto take = [&](std::string_view value, std::int64_t calls) {
    counts[std::string(value)] += calls;
  };
  if (is_whole && EachLine(text, take)) return counts;
  return connection->Corrupt("a damaged beginning of a run");
}

// The runs that may have counted in a quarter: the one that went on when it began, and those that
// began in it. The first run of a file has all that is older.
std::vector<UsageRun> RunsIn(const std::vector<UsageRun>& runs, Quarter quarter) {
  const auto begins = std::ranges::lower_bound(runs, quarter, {}, &UsageRun::began);
  const auto end = std::ranges::upper_bound(runs, quarter, {}, &UsageRun::began);
  const auto first = begins == runs.begin() ? begins : std::prev(begins);
  return {first, std::max(end, std::next(first))};
}

}  // namespace

Status BeginRun(Connection* connection, Quarter now, std::string_view secret) {
  return InTransaction(connection, [&] { return Begin(connection, now, secret); });
}

std::string_view SecretOf(std::string_view run) {
  const std::size_t before = run.find(kBeforeSecret);
  return before == std::string_view::npos ? std::string_view() : run.substr(before + 1);
}

Result<std::vector<UsageRun>> RunsOf(Connection* connection) {
  std::vector<UsageRun> runs;
  if (TRY(connection->Integer(kHasRuns)) == 0) return runs;
  auto rows = TRY(connection->Ask(kRuns));
  while (true) {
    const bool is_there = TRY(rows.Next());
    if (!is_there) return runs;
    runs.push_back(
        {.place = rows->Integer(0), .name = std::string(rows->Text(1)), .began = rows->Integer(2)});
  }
}

Counts Without(const Counts& counts, const Counts& part) {
  Counts left;
  for (const auto& [value, calls] : counts) {
    const auto other = part.find(value);
    const std::int64_t more = calls - (other == part.end() ? 0 : other->second);
    if (more > 0) left.emplace_hint(left.end(), value, more);
  }
  return left;
}

Result<std::vector<RunCounts>> CountsOfRuns(Connection* connection,
                                            const std::vector<UsageRun>& runs, UsageGroup group,
                                            Quarter quarter) {
  std::vector<RunCounts> all;
  if (runs.empty()) return all;
  const std::vector<UsageRun> there = RunsIn(runs, quarter);
  Counts before;
  for (std::size_t at = 0; at < there.size(); ++at) {
    const bool is_last = at + 1 == there.size();
    Counts then = is_last ? TRY(CountsOf(connection, group, quarter))
                          : TRY(BegunWith(connection, there[at + 1], group));
    Counts own = Without(then, before);
    if (!own.empty()) all.push_back({.run = there[at].name, .counts = std::move(own)});
    before = std::move(then);
  }
  return all;
}

Status TakeRuns(Connection* from, Connection* into) {
  const auto theirs = TRY(RunsOf(from));
  const auto ours = TRY(RunsOf(into));
  const auto span = TRY(SpanOf(into));
  if (theirs.empty() || !ours.empty() || span.first) return {};
  TRY(into->Run(kTables));
  for (const UsageRun& run : theirs) {
    TRY(PutRun(into, run));
  }
  auto begun = TRY(from->Ask(kAllBegun));
  while (true) {
    const bool is_there = TRY(begun.Next());
    if (!is_there) return {};
    TRY(into->Do(kPutBegun, begun->Integer(3), begun->Integer(4), begun->Integer(1), begun->Text(0),
                 begun->Integer(2)));
  }
}

}  // namespace orgreg::store
