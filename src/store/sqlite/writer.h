// SPDX-License-Identifier: EUPL-1.2

// A write transaction as a Writer. Internal to store/; one thread at a time.

#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "store/checksum.h"
#include "store/sqlite/commit.h"
#include "store/sqlite_connections/pool.h"
#include "store/store.h"

namespace orgreg::store {

struct CommitClock {
  std::function<std::int64_t()> now_ms;  // milliseconds since 1970
  bool is_accepted = false;              // however far ahead it is
};

class SqliteWriter final : public Writer {
 public:
  // `lease` is in a write transaction in which `before` was read.
  SqliteWriter(BorrowedConnection lease, const Summary& before, FileState* files,
               CommitClock clock);

  base::Status CheckClock() override;
  base::Status Expect(std::span<const base::OrgNumber> /*numbers*/) override { return {}; }
  base::Result<std::optional<Row>> Find(model::Kind kind, base::OrgNumber number) override;
  base::Result<std::optional<Receipt>> FindBatch(const std::string& id) override;
  base::Result<PutOutcome> Put(model::Kind kind, const RowView& row) override;
  base::Result<PutOutcome> Reinstate(model::Kind kind, const RowView& row) override;
  base::Status SetReferences(model::Kind kind, base::OrgNumber number,
                             const std::vector<base::OrgNumber>& named) override;
  base::Result<std::vector<base::OrgNumber>> Referring(model::Kind kind,
                                                       base::OrgNumber named) override;
  base::Status Touch(model::Kind kind, base::OrgNumber number) override;
  base::Result<std::int64_t> Log(const ChangeView& change) override;
  void Withdraw() override { has_removed_ = true; }
  base::Status EraseHistory(model::Kind kind, base::OrgNumber number) override;
  base::Result<TimeSpan> LogTimes() override;
  base::Status SetLogTime(std::int64_t time_ms) override;
  base::Status SkipTo(std::int64_t change) override;
  base::Status PutNote(const std::string& key, std::string_view text) override;
  base::Result<std::optional<std::string>> FindNote(const std::string& key) override;
  base::Result<Receipt> Commit(const BatchMark& batch) override;

 private:
  enum class Removed { kStays, kIsReplaced };

  // Makes the call unless the transaction is over, and ends the transaction if the call fails.
  template <typename Call>
  auto Do(const Call& call) -> decltype(call());
  base::Error Over() const;

  base::Result<PutOutcome> TryPut(model::Kind kind, const RowView& row, Removed removed);
  base::Result<bool> TryInsert(model::Kind kind, const RowView& row, std::uint64_t checksum);
  base::Status TryTouch(model::Kind kind, base::OrgNumber number);
  // Nothing if there is no such row.
  base::Result<std::optional<PutOutcome>> Compare(model::Kind kind, const RowView& row,
                                                  std::uint64_t* old_checksum);
  base::Status Execute(model::Kind kind, std::string_view sql, const RowView& row,
                       std::uint64_t checksum);

  base::Result<std::int64_t> TryLog(const ChangeView& change);
  base::Status CheckIsPut(const ChangeView& change);
  base::Result<TimeSpan> TryLogTimes();
  base::Status CheckNothingIsLogged(std::string_view what) const;
  base::Status TryEraseHistory(model::Kind kind, base::OrgNumber number);
  std::int64_t Time();
  base::Status TryCheckClock(std::int64_t now_ms) const;

  base::Result<Receipt> TryCommit(const BatchMark& batch);
  base::Status Settle(const BatchMark& batch);

  BorrowedConnection lease_;
  Summary summary_;  // as it will be after the commit
  FileState* files_;
  CommitClock clock_;
  std::int64_t newest_commit_ms_;  // The time of the previous commit.
  bool is_over_ = false;
  bool has_removed_ = false;  // existing data are withdrawn
  std::optional<std::int64_t> time_ms_;
  std::optional<std::int64_t> log_time_ms_;  // The time of log lines, if it differs.
  struct Tally {
    std::uint64_t changed_rows = 0;
    std::uint64_t touched_rows = 0;  // of the changed ones
    std::uint64_t logged_lines = 0;
    std::uint64_t references_set = 0;
    bool meets_rows = false;  // The last row that was put existed already.
  };
  std::array<Tally, model::kKindCount> tallies_ = {};
  std::string packed_;  // The packed form of the row that is being written.
};

}  // namespace orgreg::store
