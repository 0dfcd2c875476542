// SPDX-License-Identifier: EUPL-1.2

// A write transaction as a Writer. What it changes is sent when it commits, or in large pieces, so
// that a batch takes a few round trips however many changes it has. Internal to store/; one thread
// at a time.

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
#include "store/open_options.h"
#include "store/postgresql/begin.h"
#include "store/postgresql/pending.h"
#include "store/postgresql_connections/pool.h"
#include "store/store.h"

namespace orgreg::store {

class PgWriter final : public Writer {
 public:
  PgWriter(PgBegun begun, const StoreOptions& options, std::string channel);

  base::Status CheckClock() override;
  base::Status Expect(std::span<const base::OrgNumber> numbers) override;
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
  void Withdraw() override { withdrawn_.TakeAll(); }
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

  base::Result<PutOutcome> TryPut(model::Kind kind, const RowView& row, Removed removed);
  base::Status TryTouch(model::Kind kind, base::OrgNumber number);
  base::Result<std::int64_t> TryLog(const ChangeView& change);
  base::Result<TimeSpan> TryLogTimes();
  base::Status CheckNothingIsLogged(std::string_view what) const;
  base::Result<std::optional<Receipt>> TryFindBatch(const std::string& id);
  std::int64_t Time();
  base::Status TryCheckClock(std::int64_t now_ms) const;
  base::Result<Receipt> TryCommit(const BatchMark& batch);
  base::Status Settle(const BatchMark& batch);
  base::Error Invalid(std::string_view what) const;

  PgLease lease_;
  Summary summary_;  // as it will be after the commit
  PgPending pending_;
  const Durability durability_;
  const bool accepts_clock_;
  const std::function<std::int64_t()> now_ms_;
  const std::string channel_;
  const std::int64_t newest_commit_ms_;  // The time of the previous commit.
  bool is_over_ = false;
  PgWithdrawals withdrawn_;
  std::optional<std::int64_t> time_ms_;
  std::optional<std::int64_t> log_time_ms_;  // The time of log lines, if it differs.
  std::string unknown_batch_;                // FindBatch found none with this id.
  struct Tally {
    std::uint64_t changed_rows = 0;
    std::uint64_t touched_rows = 0;  // of the changed ones
    std::uint64_t logged_lines = 0;
    std::uint64_t references_set = 0;
  };
  std::array<Tally, model::kKindCount> tallies_ = {};
};

}  // namespace orgreg::store
