// SPDX-License-Identifier: EUPL-1.2

// Counts are rows of the present quarter or packs of past ones; every query reads both (EachCount)
// and verifies their checksums. Top reads them twice, for a ranking in little memory.

#include "store/usage/table.h"

#include <array>
#include <chrono>
#include <string_view>
#include <utility>

#include "store/files.h"
#include "store/sqlite_connections/connection.h"
#include "store/usage/others.h"
#include "store/usage/rows.h"
#include "store/usage/runs.h"

namespace orgreg::store {
namespace {

using base::Code;
using base::Error;
using base::Result;
using base::Status;

constexpr int kBusyTimeoutMs = 1'000;
constexpr std::chrono::seconds kLongestCount{5};
constexpr std::string_view kTable = R"sql(
    CREATE TABLE usage (
      grouping INTEGER NOT NULL,
      quarter INTEGER NOT NULL,
      value TEXT NOT NULL,
      calls INTEGER NOT NULL,
      PRIMARY KEY (grouping, quarter, value)
    ) STRICT, WITHOUT ROWID;
    )sql";
// Since version 2. A quarter has more than one row if calls were written after it was packed. The
// text has a line "VALUE CALLS" for each value, in order; a missing value is empty.
constexpr std::string_view kPackTable = R"sql(
    CREATE TABLE packs (
      grouping INTEGER NOT NULL,
      quarter INTEGER NOT NULL,
      counts TEXT NOT NULL
    ) STRICT;
    CREATE INDEX packs_by_quarter ON packs (grouping, quarter);
    )sql";
// Since version 3. NULL if an earlier version wrote the row.
constexpr std::string_view kSums = R"sql(
    ALTER TABLE usage ADD COLUMN sum INTEGER;
    ALTER TABLE packs ADD COLUMN sum INTEGER;
    )sql";

constexpr std::string_view kCallsOf =
    "SELECT value, calls, quarter, sum FROM usage"
    " WHERE grouping = ?1 AND quarter = ?2 AND value = ?3";
constexpr std::string_view kPut =
    "INSERT OR REPLACE INTO usage (grouping, quarter, value, calls, sum)"
    " VALUES (?1, ?2, ?3, ?4, ?5)";
constexpr std::array<std::string_view, 2> kDrops = {
    "DELETE FROM usage WHERE grouping = ?1 AND quarter < ?2",
    "DELETE FROM packs WHERE grouping = ?1 AND quarter < ?2"};
constexpr std::string_view kFirstUnpacked =
    "SELECT quarter FROM usage WHERE grouping = ?1 AND quarter < ?2 ORDER BY quarter LIMIT 1";
constexpr std::string_view kUnpacked = "DELETE FROM usage WHERE grouping = ?1 AND quarter = ?2";

Status Prepare(Connection* connection) {
  connection->SetBusyTimeout(kBusyTimeoutMs);
  // Each addition is on disk when Add returns.
  return connection->Run("PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL");
}

// Creates the tables in an empty file, or those that an earlier version lacks.
Status MakeTables(Connection* connection) {
  const auto id = TRY(connection->Integer("PRAGMA application_id"));
  const auto version = TRY(connection->Integer("PRAGMA user_version"));
  const auto objects = TRY(connection->Integer("SELECT count(*) FROM sqlite_schema"));
  const bool is_blank = id == 0 && version == 0 && objects == 0;
  if (!is_blank && (id != kUsageApplicationId || version < 1 || version > kUsageVersion)) {
    return Error{Code::kInvalid, "is no file of usage counts that this program knows"}.At(
        connection->path());
  }
  if (version == kUsageVersion) return {};
  if (is_blank) {
    TRY(connection->Run(std::string(kTable)));
  }
  if (version < kPacksSince) {
    TRY(connection->Run(std::string(kPackTable)));
  }
  if (version < kSumsSince) {
    TRY(connection->Run(std::string(kSums)));
  }
  return connection->Run("PRAGMA application_id = " + std::to_string(kUsageApplicationId) +
                         "; PRAGMA user_version = " + std::to_string(kUsageVersion));
}

// The calls that are stored already.
Result<std::int64_t> StoredCalls(Connection* connection, const UsageRow& row) {
  auto stored = TRY(connection->Ask(kCallsOf, NumberOf(row.group), row.quarter, row.value));
  const bool is_there = TRY(stored.Next());
  if (!is_there) return std::int64_t{0};
  if (!IsWholeRow(*stored, row.group)) return connection->Corrupt("a damaged row");
  return stored->Integer(1);
}

Status AddRows(Connection* connection, std::span<const UsageRow> rows) {
  for (const UsageRow& row : rows) {
    const auto stored = TRY(StoredCalls(connection, row));
    const std::int64_t calls = stored + row.calls;
    TRY(connection->Do(kPut, NumberOf(row.group), row.quarter, row.value, calls,
                       SumOf(row.group, row.quarter, row.value, calls)));
  }
  return {};
}

Result<std::optional<Quarter>> FirstUnpacked(Connection* connection, UsageGroup group,
                                             Quarter before) {
  auto first = TRY(connection->Ask(kFirstUnpacked, NumberOf(group), before));
  const bool is_there = TRY(first.Next());
  return is_there ? std::optional(first->Integer(0)) : std::optional<Quarter>();
}

Status PackQuarter(Connection* connection, UsageGroup group, Quarter quarter) {
  std::string counts;
  const UsageSpan span = {.first = quarter, .end = quarter + 1};
  Status read =
      EachRow(connection, group, span, [&counts](std::string_view value, std::int64_t calls) {
        counts.append(value).append(" ").append(std::to_string(calls)).append("\n");
      });
  if (!read) return read;
  TRY(AddPack(connection, group, quarter, counts));
  return connection->Do(kUnpacked, NumberOf(group), quarter);
}

// Runs `read` with a limit of its time.
template <typename Read>
Status EachCountUntil(std::chrono::steady_clock::time_point deadline, Connection* connection,
                      Read read) {
  connection->SetDeadline(&deadline);
  Status done = read(connection);
  connection->SetDeadline(nullptr);
  return done;
}

// The error of reading what others have counted. If that is damaged it is removed, so that it is
// fetched again.
Error Damaged(const std::string& path, Error error) {
  if (error.code != Code::kCorrupt && error.code != Code::kInvalid) return error;
  RemoveOthers(OthersPath(path));
  error.code = Code::kUnavailable;
  return error;
}

}  // namespace

UsageTable::UsageTable(std::unique_ptr<Connection> writer, std::unique_ptr<Connection> reader)
    : writer_(std::move(writer)), reader_(std::move(reader)) {}
UsageTable::~UsageTable() = default;

Result<std::unique_ptr<UsageTable>> UsageTable::Open(const std::string& path) {
  TRY(CreateFile(path));
  auto writer = Connection::Open(path, SQLITE_OPEN_READWRITE);
  if (!writer) return std::move(writer).error();
  TRY(Prepare(writer->get()));
  const Status table =
      InTransaction(writer->get(), [&writer] { return MakeTables(writer->get()); });
  if (!table) return table.error();
  auto reader = TRY(Connection::Open(path, SQLITE_OPEN_READWRITE));
  reader->SetBusyTimeout(kBusyTimeoutMs);
  TRY(reader->Run("PRAGMA query_only = ON"));
  return std::unique_ptr<UsageTable>(new UsageTable(std::move(*writer), std::move(reader)));
}

Status UsageTable::Add(std::span<const UsageRow> rows) {
  return InTransaction(writer_.get(), [&] { return AddRows(writer_.get(), rows); });
}

Status UsageTable::DropBefore(Quarter quarter) {
  return InTransaction(writer_.get(), [&]() -> Status {
    for (const std::string_view sql : kDrops) {
      for (const UsageGroup group : kUsageGroups) {
        TRY(writer_->Do(sql, NumberOf(group), quarter));
      }
    }
    return {};
  });
}

Result<bool> UsageTable::PackBefore(Quarter quarter, std::chrono::milliseconds longest) {
  const auto deadline = std::chrono::steady_clock::now() + longest;
  for (const UsageGroup group : kUsageGroups) {
    while (true) {
      const auto first = TRY(FirstUnpacked(writer_.get(), group, quarter));
      if (!first) break;
      if (std::chrono::steady_clock::now() > deadline) return false;
      const Status packed =
          InTransaction(writer_.get(), [&] { return PackQuarter(writer_.get(), group, *first); });
      if (!packed) return packed.error();
    }
  }
  return true;
}

Result<std::vector<std::string>> UsageTable::Values(UsageGroup group, Quarter quarter) {
  std::vector<std::string> values;
  const Status read =
      EachRow(writer_.get(), group, {.first = quarter, .end = quarter + 1},
              [&](std::string_view value, std::int64_t) { values.emplace_back(value); });
  if (!read) return read.error();
  return values;
}

Status UsageTable::Share(Quarter now, std::string_view secret) {
  TRY(BeginRun(writer_.get(), now, secret));
  is_shared_ = true;
  return {};
}

Result<std::vector<UsageTotal>> UsageTable::Top(UsageGroup group, const UsageSpan& span,
                                                std::size_t most) {
  const std::lock_guard lock(mutex_);
  auto totals = Rank(group, span, most);
  if (reader_->InTransaction()) static_cast<void>(reader_->Run("COMMIT"));
  return totals;
}

// Null if there are none.
Result<std::unique_ptr<Connection>> UsageTable::BeginOthers() {
  if (!is_shared_) return std::unique_ptr<Connection>();
  auto others = TRY(ReadOthers(OthersPath(reader_->path())));
  if (others != nullptr) TRY(others->Run("BEGIN"));
  return others;
}

// The transactions make both passes read the same rows.
Result<std::vector<UsageTotal>> UsageTable::Rank(UsageGroup group, const UsageSpan& span,
                                                 std::size_t most) {
  const auto deadline = std::chrono::steady_clock::now() + kLongestCount;
  TRY(reader_->Run("BEGIN"));
  auto others = BeginOthers();
  if (!others) return Damaged(reader_->path(), std::move(others).error());
  const auto each = [&](auto visit) -> Status {
    TRY(EachCountUntil(deadline, reader_.get(),
                       [&](Connection* own) { return EachCount(own, group, span, visit); }));
    if (*others == nullptr) return {};
    Status read = EachCountUntil(deadline, others->get(), [&](Connection* theirs) {
      return EachOtherCount(theirs, group, span, visit);
    });
    return read ? read : Damaged(reader_->path(), read.error());
  };
  UsageRanking ranking(most);
  TRY(each([&](std::string_view value, std::int64_t calls) { ranking.Add(value, calls); }));
  ranking.EndAdding();
  TRY(each([&](std::string_view value, std::int64_t) { ranking.Offer(value); }));
  return ranking.Take();
}

}  // namespace orgreg::store
