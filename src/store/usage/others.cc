// SPDX-License-Identifier: EUPL-1.2

#include "store/usage/others.h"

#include <unistd.h>

#include <array>
#include <string_view>
#include <utility>

#include "base/files/names.h"
#include "store/files.h"

namespace orgreg::store {
namespace {

using base::Code;
using base::Error;
using base::Result;
using base::Status;

constexpr int kBusyTimeoutMs = 1'000;
constexpr std::int64_t kApplicationId = 0x6f72756f;  // "oruo"
constexpr std::int64_t kVersion = 1;

constexpr const char* kTables = R"sql(
    CREATE TABLE parts (
      grouping INTEGER NOT NULL,
      quarter INTEGER NOT NULL,
      run TEXT NOT NULL,
      calls INTEGER NOT NULL,
      counts TEXT NOT NULL,
      sum INTEGER NOT NULL,
      PRIMARY KEY (grouping, quarter, run)
    ) STRICT;
    CREATE TABLE state (
      id INTEGER PRIMARY KEY CHECK (id = 1),
      origin TEXT NOT NULL,
      timeline TEXT NOT NULL,
      change INTEGER NOT NULL,
      run TEXT NOT NULL
    ) STRICT;
    INSERT INTO state VALUES (1, '', '', 0, '');
    PRAGMA application_id = 0x6f72756f;
    PRAGMA user_version = 1;
    )sql";
constexpr std::string_view kState = "SELECT origin, timeline, change, run FROM state";
constexpr std::string_view kPutState =
    "UPDATE state SET origin = ?1, timeline = ?2, change = ?3, run = ?4";
constexpr std::string_view kPutPart =
    "INSERT OR REPLACE INTO parts (grouping, quarter, run, calls, counts, sum)"
    " VALUES (?1, ?2, ?3, ?4, ?5, ?6)";
constexpr std::string_view kForgetPart =
    "DELETE FROM parts WHERE grouping = ?1 AND quarter = ?2 AND run = ?3";
constexpr std::string_view kCalls =
    "SELECT calls FROM parts WHERE grouping = ?1 AND quarter = ?2 AND run = ?3";
constexpr std::string_view kDrop = "DELETE FROM parts WHERE quarter < ?1";

// What is lost with the last moments before a power cut is asked for again.
constexpr const char* kSettings = "PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL";

Status MakeTables(Connection* connection) {
  const auto id = TRY(connection->Integer("PRAGMA application_id"));
  const auto version = TRY(connection->Integer("PRAGMA user_version"));
  const auto objects = TRY(connection->Integer("SELECT count(*) FROM sqlite_schema"));
  if (id == kApplicationId && version == kVersion) return {};
  if (objects == 0) return connection->Run(kTables);
  return Error{Code::kInvalid, "is no copy of others' counts that this program knows"}.At(
      connection->path());
}

Result<std::unique_ptr<Connection>> OpenFile(const std::string& path) {
  TRY(CreateFile(path));
  auto connection = TRY(Connection::Open(path, SQLITE_OPEN_READWRITE));
  connection->SetBusyTimeout(kBusyTimeoutMs);
  TRY(connection->Run(kSettings));
  TRY(CheckPages(connection.get()));
  TRY(InTransaction(connection.get(), [&] { return MakeTables(connection.get()); }));
  return connection;
}

Status PutPart(Connection* connection, const UsagePart& part) {
  if (part.calls == 0)
    return connection->Do(kForgetPart, part.grouping, part.quarter, std::string_view(part.run));
  const std::int64_t sum =
      SumOf(static_cast<UsageGroup>(part.grouping), part.quarter, part.counts, 0);
  return connection->Do(kPutPart, part.grouping, part.quarter, std::string_view(part.run),
                        part.calls, std::string_view(part.counts), sum);
}

Status PutState(Connection* connection, const OthersState& state) {
  return connection->Do(kPutState, std::string_view(state.origin), std::string_view(state.timeline),
                        state.change, std::string_view(state.run));
}

}  // namespace

std::string OthersPath(const std::string& usage_path) { return usage_path + "-others"; }

Result<std::unique_ptr<UsageOthers>> UsageOthers::Open(const std::string& path) {
  auto connection = OpenFile(path);
  if (!connection &&
      (connection.error().code == Code::kCorrupt || connection.error().code == Code::kInvalid)) {
    RemoveOthers(path);
    connection = OpenFile(path);
  }
  if (!connection) return std::move(connection).error();
  return std::unique_ptr<UsageOthers>(new UsageOthers(std::move(*connection)));
}

Result<OthersState> UsageOthers::State() {
  auto row = TRY(connection_->Ask(kState));
  const bool is_there = TRY(row.Next());
  if (!is_there) return connection_->Corrupt("has no state");
  return OthersState{.origin = std::string(row->Text(0)),
                     .timeline = std::string(row->Text(1)),
                     .change = row->Integer(2),
                     .run = std::string(row->Text(3))};
}

Status UsageOthers::Take(std::span<const UsagePart> parts, const OthersState& state) {
  return InTransaction(connection_.get(), [&]() -> Status {
    for (const UsagePart& part : parts) {
      TRY(PutPart(connection_.get(), part));
    }
    return PutState(connection_.get(), state);
  });
}

Status UsageOthers::Clear() {
  return InTransaction(connection_.get(), [&]() -> Status {
    TRY(connection_->Run("DELETE FROM parts"));
    return PutState(connection_.get(), {});
  });
}

Status UsageOthers::DropBefore(Quarter quarter) { return connection_->Do(kDrop, quarter); }

Result<std::int64_t> UsageOthers::CallsOf(const UsagePart& part) {
  auto row = TRY(connection_->Ask(kCalls, part.grouping, part.quarter, std::string_view(part.run)));
  const bool is_there = TRY(row.Next());
  return is_there ? row->Integer(0) : 0;
}

Result<std::unique_ptr<Connection>> ReadOthers(const std::string& path) {
  if (!base::Exists(path)) return std::unique_ptr<Connection>();
  auto connection = TRY(Connection::Open(path, SQLITE_OPEN_READWRITE));
  connection->SetBusyTimeout(kBusyTimeoutMs);
  TRY(connection->Run("PRAGMA query_only = ON"));
  const auto has_tables =
      TRY(connection->Integer("SELECT count(*) FROM sqlite_schema WHERE name = 'parts'"));
  if (has_tables == 0) return std::unique_ptr<Connection>();
  return connection;
}

void RemoveOthers(const std::string& path) {
  constexpr std::array<const char*, 4> kEndings = {"", "-wal", "-shm", "-journal"};
  for (const char* const ending : kEndings) unlink((path + ending).c_str());
}

}  // namespace orgreg::store
