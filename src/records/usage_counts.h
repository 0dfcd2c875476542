// SPDX-License-Identifier: EUPL-1.2

// Counts the calls of the statement operations: how often each operation, each organisation and
// each client's address. Recording a call costs a fraction of a microsecond: it is put into one of
// a few queues, and a separate thread counts it and writes the counts every flush_every, so that a
// crash loses only the calls since then. Addresses are kept only as marks
// (auth/users/address_mark.h), and separately from the requested organisations. The reasons are in
// docs/decisions/0013-usage-counts.md.
//
// Clients can ask for any number, from very many addresses. So that this does not fill the disk,
// the different values of a grouping in a quarter of an hour are limited; calls with further values
// count as calls without a value.
//
// If the disk cannot be written, counts are kept in memory and written later, up to a bound. If the
// file is damaged or may not be used, calls are lost, and counted as lost; if the secret of the
// marks is, calls are counted without their addresses. Both are tried again every kTryAgain. None
// of these failures affects requests for statements.
//
// All but the constructor and destructor are safe from any thread.

#pragma once

#include <array>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <thread>
#include <tuple>
#include <unordered_set>
#include <utility>
#include <vector>

#include "auth/users/address_mark.h"
#include "base/result.h"
#include "base/values/org_number.h"
#include "base/values/timestamp.h"
#include "model/statements/usage.h"
#include "store/usage/table.h"

namespace orgreg::records {

struct UsageCall {
  model::UsageMethod method = model::UsageMethod::kStatements;
  std::optional<base::OrgNumber> number = {};  // if the call is counted for one
  std::string_view address = {};               // the client's; empty: unknown
};

struct UsageOptions {
  // The counts are shared with other servers (store/usage/exchange.h): totals have those of all.
  bool are_shared = false;
  // Whole days after which counts are dropped; 0: never. Checked every hour.
  std::uint32_t retention_days = 0;
  std::chrono::milliseconds flush_every{400};
  // The most different values of a grouping in a quarter of an hour.
  std::size_t most_values = 100'000;
  std::function<base::Timestamp()> clock = {};  // the system's, if empty
  // Called when counts cannot be written, and at the first success after that (with "").
  std::function<void(const std::string&)> report = {};
  // The same for the secret, when it cannot be read.
  std::function<void(const std::string&)> report_secret = {};
};

class UsageCounts {
 public:
  // The most calls that wait to be counted, and the most counts that wait to be written.
  static constexpr std::size_t kMostQueued = std::size_t{1} << 21;
  static constexpr std::size_t kMostPending = std::size_t{1} << 20;
  // How often an unusable file is tried again.
  static constexpr std::chrono::seconds kTryAgain{5};

  // Both files are created if they do not exist.
  UsageCounts(std::string path, std::string secret_path, UsageOptions options = {});
  // Writes the remaining counts.
  ~UsageCounts();
  UsageCounts(const UsageCounts&) = delete;
  UsageCounts& operator=(const UsageCounts&) = delete;

  void Record(const UsageCall& call);

  // The values with the most calls from `first` on and before the other moment, at most
  // model::kMostUsageEntries, as UsageTable::Top returns them. Calls recorded before are included,
  // and moments are rounded down to quarters of an hour. Fails if recorded calls cannot be written
  // (kUnavailable on a full disk), since the totals would lack them; and with the errors of
  // problem() and secret_problem().
  base::Result<std::vector<store::UsageTotal>> Top(store::UsageGroup group,
                                                   std::optional<base::Timestamp> first,
                                                   std::optional<base::Timestamp> end);

  // Calls that were recorded but not counted, or not counted for their address.
  std::uint64_t lost() const { return lost_.load(std::memory_order_relaxed); }
  // Why the file of counts, or the secret of the marks, cannot be used; nothing if it can.
  std::optional<base::Error> problem() const;
  std::optional<base::Error> secret_problem() const;

 private:
  struct Waiting {
    model::UsageMethod method = model::UsageMethod::kStatements;
    std::optional<base::OrgNumber> number = {};
    store::Quarter quarter = 0;
    std::string address = {};
  };
  // Each queue is on a cache line of its own. A thread always uses the same one.
  struct alignas(64) Queue {
    std::mutex mutex = {};
    std::vector<Waiting> calls = {};  // guarded by mutex
  };
  static constexpr std::size_t kQueues = 16;
  using Key = std::tuple<store::UsageGroup, store::Quarter, std::string>;

  base::Timestamp Now() const;
  void Run();
  // Called by one thread at a time, which holds writing_.
  void TryToOpen();
  void TryToOpenTable();
  base::Result<std::unique_ptr<store::UsageTable>> OpenTable() const;
  void ReadSecret();
  void Count();
  void CountCall(const Waiting& call);
  void CountOne(store::UsageGroup group, store::Quarter quarter, std::string value);
  // Whether the value is among the counted ones.
  bool Takes(store::UsageGroup group, store::Quarter quarter, const std::string& value);
  void Pack();
  // Has the errors of store::UsageTable::Add; what is pending stays so.
  base::Status Write();
  base::Status WritePending();
  void LosePending();
  void Report(const base::Status& status);
  void DropOld();

  const std::string path_;
  const std::string secret_path_;
  const UsageOptions options_;
  std::array<Queue, kQueues> queues_;
  std::atomic<std::uint64_t> lost_ = 0;

  mutable std::mutex writing_;
  // All guarded by writing_. Null, with the reason in problem_: the file cannot be used. Shared
  // with callers of Top.
  std::shared_ptr<store::UsageTable> table_;
  std::optional<base::Error> problem_;
  std::optional<auth::AddressMarker> marker_;  // the same of the secret
  std::optional<base::Error> secret_problem_;
  std::chrono::steady_clock::time_point next_try_ = {};
  // Counts that are not written yet.
  std::map<Key, std::int64_t> pending_;
  // The counted values of the quarters in which calls come now.
  std::map<std::pair<store::Quarter, store::UsageGroup>, std::unordered_set<std::string>> values_;
  std::optional<store::Quarter> packed_;  // the data before it are packed
  bool failed_last_ = false;
  std::string last_address_;  // with its mark; both empty at first
  std::string last_mark_;
  std::optional<base::Timestamp> dropped_;

  std::mutex stopping_;
  std::condition_variable stop_;
  bool stops_ = false;  // guarded by stopping_
  std::jthread thread_;
};

}  // namespace orgreg::records
