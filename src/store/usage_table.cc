#include "store/usage_table.h"

#include <chrono>
#include <limits>
#include <string_view>
#include <utility>

#include "store/files.h"
#include "store/sqlite_connection.h"

namespace orgreg::store {
namespace {

using base::Code;
using base::Error;
using base::Result;
using base::Status;

constexpr std::int64_t kUsageApplicationId = 0x6f727573;  // "orus"
constexpr std::int64_t kVersion = 1;
constexpr int kBusyTimeoutMs = 1'000;
constexpr std::chrono::seconds kLongestCount{5};
constexpr std::chrono::milliseconds kLongestWait{250};  // for others' counting

constexpr std::string_view kTable = R"sql(
    CREATE TABLE usage (
      grouping INTEGER NOT NULL,
      quarter INTEGER NOT NULL,
      value TEXT NOT NULL,
      calls INTEGER NOT NULL,
      PRIMARY KEY (grouping, quarter, value)
    ) STRICT, WITHOUT ROWID;
    )sql";

constexpr std::string_view kAdd =
    "INSERT INTO usage VALUES (?1, ?2, ?3, ?4)"
    " ON CONFLICT DO UPDATE SET calls = calls + excluded.calls";
constexpr std::string_view kDrop = "DELETE FROM usage WHERE grouping = ?1 AND quarter < ?2";
constexpr std::string_view kTop =
    "SELECT value, sum(calls) AS total FROM usage"
    " WHERE grouping = ?1 AND quarter >= ?2 AND quarter < ?3"
    " GROUP BY value ORDER BY total DESC, value = '', value LIMIT ?4";

Status Prepare(Connection* connection) {
  connection->SetBusyTimeout(kBusyTimeoutMs);
  // Each addition is on the disk when it is told to be.
  return connection->Run("PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL");
}

// Makes the table in a file that has nothing in it yet.
Status MakeTable(Connection* connection) {
  const auto id = connection->Integer("PRAGMA application_id");
  if (!id) return id.error();
  const auto version = connection->Integer("PRAGMA user_version");
  if (!version) return version.error();
  const auto objects = connection->Integer("SELECT count(*) FROM sqlite_schema");
  if (!objects) return objects.error();
  const bool is_blank = *id == 0 && *version == 0 && *objects == 0;
  if (!is_blank && (*id != kUsageApplicationId || *version != kVersion)) {
    return Error{Code::kInvalid, "is no file of usage counts that this program knows"}.At(
        connection->path());
  }
  if (!is_blank) return {};
  if (Status made = connection->Run(std::string(kTable)); !made) return made;
  return connection->Run("PRAGMA application_id = " + std::to_string(kUsageApplicationId) +
                         "; PRAGMA user_version = " + std::to_string(kVersion));
}

// Runs `work` in a transaction that leaves no trace where it fails.
template <typename Work>
Status InTransaction(Connection* connection, Work work) {
  if (Status begun = connection->Run("BEGIN IMMEDIATE"); !begun) return begun;
  Status done = work();
  if (done) done = connection->Run("COMMIT");
  // Some errors end the transaction by themselves.
  if (!done && connection->InTransaction()) static_cast<void>(connection->Run("ROLLBACK"));
  return done;
}

Status AddRows(Connection* connection, std::span<const UsageRow> rows) {
  const auto statement = connection->Prepare(kAdd);
  if (!statement) return statement.error();
  for (const UsageRow& row : rows) {
    const StatementScope add(*statement);
    add->Bind(1, static_cast<std::int64_t>(row.group)).Bind(2, row.quarter);
    add->Bind(3, std::string_view(row.value)).Bind(4, row.calls);
    if (const int step = add->Step(); step != SQLITE_DONE) return connection->LastError(step);
  }
  return {};
}

}  // namespace

UsageTable::UsageTable(std::unique_ptr<Connection> writer, std::unique_ptr<Connection> reader)
    : writer_(std::move(writer)), reader_(std::move(reader)) {}
UsageTable::~UsageTable() = default;

Result<std::unique_ptr<UsageTable>> UsageTable::Open(const std::string& path) {
  if (Status made = CreateFile(path); !made) return std::move(made).error();
  auto writer = Connection::Open(path, SQLITE_OPEN_READWRITE);
  if (!writer) return std::move(writer).error();
  if (Status ready = Prepare(writer->get()); !ready) return std::move(ready).error();
  const Status table = InTransaction(writer->get(), [&writer] { return MakeTable(writer->get()); });
  if (!table) return table.error();
  auto reader = Connection::Open(path, SQLITE_OPEN_READWRITE);
  if (!reader) return std::move(reader).error();
  (*reader)->SetBusyTimeout(kBusyTimeoutMs);
  if (Status only = (*reader)->Run("PRAGMA query_only = ON"); !only) return std::move(only).error();
  return std::unique_ptr<UsageTable>(new UsageTable(std::move(*writer), std::move(*reader)));
}

Status UsageTable::Add(std::span<const UsageRow> rows) {
  return InTransaction(writer_.get(), [&] { return AddRows(writer_.get(), rows); });
}

Status UsageTable::DropBefore(Quarter quarter) {
  return InTransaction(writer_.get(), [&]() -> Status {
    const auto statement = writer_->Prepare(kDrop);
    if (!statement) return statement.error();
    for (const UsageGroup group :
         {UsageGroup::kOrganisation, UsageGroup::kMethod, UsageGroup::kAddress}) {
      const StatementScope drop(*statement);
      drop->Bind(1, static_cast<std::int64_t>(group)).Bind(2, quarter);
      if (const int step = drop->Step(); step != SQLITE_DONE) return writer_->LastError(step);
    }
    return {};
  });
}

Result<std::vector<UsageTotal>> UsageTable::Top(UsageGroup group, const UsageSpan& span, int most) {
  using Limits = std::numeric_limits<Quarter>;
  const std::unique_lock lock(mutex_, kLongestWait);
  if (!lock) return Error{Code::kUnavailable, "others have it counted"}.At(reader_->path());
  const auto statement = reader_->Prepare(kTop);
  if (!statement) return statement.error();
  const StatementScope top(*statement);
  top->Bind(1, static_cast<std::int64_t>(group));
  top->Bind(2, span.first.value_or(Limits::min())).Bind(3, span.end.value_or(Limits::max()));
  top->Bind(4, most);
  const auto deadline = std::chrono::steady_clock::now() + kLongestCount;
  reader_->SetDeadline(&deadline);
  std::vector<UsageTotal> totals;
  int step = top->Step();
  for (; step == SQLITE_ROW; step = top->Step()) {
    totals.push_back({.value = std::string(top->Text(0)), .calls = top->Integer(1)});
  }
  reader_->SetDeadline(nullptr);
  if (step == SQLITE_INTERRUPT) {
    return Error{Code::kUnavailable, "counting takes too long"}.At(reader_->path());
  }
  if (step != SQLITE_DONE) return reader_->LastError(step);
  return totals;
}

}  // namespace orgreg::store
