// SPDX-License-Identifier: EUPL-1.2

// TakeGreaterUsage goes through the quarters of the one file. A quarter in which a count has to
// grow is written again as one pack.

#include "store/usage/copies.h"

#include <sys/stat.h>

#include <algorithm>
#include <array>
#include <memory>
#include <string>
#include <string_view>

#include "base/files/file_access.h"
#include "base/files/folder.h"
#include "base/files/names.h"
#include "base/files/new_file.h"
#include "store/sqlite_connections/connection.h"
#include "store/sqlite_connections/readers.h"
#include "store/usage/rows.h"
#include "store/usage/runs.h"
#include "store/usage/table.h"

namespace orgreg::store {
namespace {

using base::Code;
using base::Error;
using base::Result;
using base::Status;

constexpr int kBusyTimeoutMs = 5'000;

constexpr std::array<std::string_view, 2> kForget = {
    "DELETE FROM usage WHERE grouping = ?1 AND quarter = ?2",
    "DELETE FROM packs WHERE grouping = ?1 AND quarter = ?2"};

// What a killed process had begun is undone by the next one that opens the file, if that may write.
void UndoUnfinished(const std::string& path) {
  if (!base::Exists(path + "-journal")) return;
  const auto connection = Connection::Open(path, SQLITE_OPEN_READWRITE);
  if (!connection) return;
  connection.value()->SetBusyTimeout(kBusyTimeoutMs);
  static_cast<void>(connection.value()->Integer("PRAGMA user_version"));
}

// A connection that reads one state of an existing file.
Result<BorrowedConnection> BeginReading(const std::string& path, Readers* readers) {
  TRY(base::CheckFile(path, base::Access::kRead));
  UndoUnfinished(path);
  auto lease = TRY(readers->Take());
  TRY(lease->Run("BEGIN"));
  const auto id = TRY(lease->Integer("PRAGMA application_id"));
  if (id != kUsageApplicationId)
    return Error{Code::kInvalid, "is no file of usage counts"}.At(path);
  return lease;
}

// Whether a count had to grow.
bool TakeGreater(const Counts& from, Counts* into) {
  bool has_grown = false;
  for (const auto& [value, calls] : from) {
    std::int64_t& present = (*into)[value];
    has_grown = has_grown || present < calls;
    present = std::max(present, calls);
  }
  return has_grown;
}

Status PutQuarter(Connection* connection, UsageGroup group, Quarter quarter, const Counts& counts) {
  for (const std::string_view sql : kForget) {
    TRY(connection->Do(sql, NumberOf(group), quarter));
  }
  return AddPack(connection, group, quarter, TextOf(counts));
}

Status TakeGroup(Connection* from, Connection* into, UsageGroup group) {
  const auto quarters = TRY(QuartersOf(from, group));
  for (const Quarter quarter : quarters) {
    const auto theirs = TRY(CountsOf(from, group, quarter));
    auto ours = TRY(CountsOf(into, group, quarter));
    if (!TakeGreater(theirs, &ours)) continue;
    TRY(PutQuarter(into, group, quarter, ours));
  }
  return {};
}

// A file of the present version, made or upgraded if it is not.
Result<std::unique_ptr<Connection>> OpenPresent(const std::string& path) {
  TRY(UsageTable::Open(path));
  auto connection = TRY(Connection::Open(path, SQLITE_OPEN_READWRITE));
  connection->SetBusyTimeout(kBusyTimeoutMs);
  TRY(connection->Run("PRAGMA synchronous = FULL"));
  return connection;
}

}  // namespace

Result<std::uint64_t> CheckUsage(const std::string& path) {
  Readers readers(path, "", kBusyTimeoutMs);
  const auto lease = TRY(BeginReading(path, &readers));
  TRY(CheckPages(lease.get()));
  const auto version = TRY(lease->Integer("PRAGMA user_version"));
  std::uint64_t counts = 0;
  if (version != kUsageVersion) return counts;
  for (const UsageGroup group : kUsageGroups) {
    TRY(EachCount(lease.get(), group, {}, [&counts](std::string_view, std::int64_t) { ++counts; }));
  }
  return counts;
}

Status CopyUsage(const std::string& from, const std::string& to) {
  Readers readers(from, "", kBusyTimeoutMs);
  const auto lease = TRY(BeginReading(from, &readers));
  auto file = TRY(base::NewFile::Begin(to, S_IRUSR | S_IWUSR, base::NewFile::Naming::kAtOnce));
  {
    auto target = TRY(Connection::Open(file.working_path(), SQLITE_OPEN_READWRITE));
    // No process sees the file before it is complete.
    TRY(target->Run("PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF"));
    TRY(lease->CopyInto(target.get()));
  }
  TRY(file.Sync());
  TRY(file.PlaceAlone());
  return base::SyncFolderOf(to);
}

Status TakeGreaterUsage(const std::string& from, const std::string& into) {
  const auto source = TRY(OpenPresent(from));
  const auto target = TRY(OpenPresent(into));
  TRY(target->Run("BEGIN IMMEDIATE"));
  TRY(TakeRuns(source.get(), target.get()));
  for (const UsageGroup group : kUsageGroups) {
    // Closing the connection rolls back.
    TRY(TakeGroup(source.get(), target.get(), group));
  }
  return target->Run("COMMIT");
}

}  // namespace orgreg::store
