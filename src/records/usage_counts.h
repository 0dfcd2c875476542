// Counts the calls of the statement operations: how often each operation, each organisation and
// each client's address. Recording a call costs a fraction of a microsecond: it is put into one
// of a few queues and counted by a thread of its own, which writes what it has counted every
// flush_every, so that a crash loses no more than what came after. Addresses are kept as marks
// alone (auth/users/address_mark.h), and apart from what was asked for. Why so:
// docs/decisions/0013-usage-counts.md.
//
// Anybody can ask for any number, from very many addresses. So that this does not fill the disk,
// only so many different values of a grouping are counted in a quarter of an hour; calls with
// further ones count as calls without a value.
//
// Where the disk takes nothing, counts are kept in memory and written later, up to a bound. Where
// the file is damaged or may not be used, calls are lost, and counted as such; where the secret of
// the marks is, calls are counted but for their addresses. Both are tried again every kTryAgain.
// Nobody who asks for statements is kept from them by any of it.
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
  std::optional<base::OrgNumber> number = {};  // where the call is counted for one
  std::string_view address = {};               // the client's; empty: unknown
};

struct UsageOptions {
  // Whole days after which counts are dropped; 0: never. Looked at every hour.
  std::uint32_t retention_days = 0;
  std::chrono::milliseconds flush_every{400};
  // Different values of a grouping in a quarter of an hour.
  std::size_t most_values = 100'000;
  std::function<base::Timestamp()> clock = {};  // the system's, where empty
  // Told when counts cannot be written, and of the first writing that succeeds after it ("").
  std::function<void(const std::string&)> report = {};
  // The same of the secret, when it cannot be read.
  std::function<void(const std::string&)> report_secret = {};
};

class UsageCounts {
 public:
  // Calls that wait to be counted, and different counts that wait to be written.
  static constexpr std::size_t kMostQueued = std::size_t{1} << 21;
  static constexpr std::size_t kMostPending = std::size_t{1} << 20;
  // A file that cannot be used is looked at again so often.
  static constexpr std::chrono::seconds kTryAgain{5};

  // Both files are made where there are none.
  UsageCounts(std::string path, std::string secret_path, UsageOptions options = {});
  // Writes what is still to be written.
  ~UsageCounts();
  UsageCounts(const UsageCounts&) = delete;
  UsageCounts& operator=(const UsageCounts&) = delete;

  void Record(const UsageCall& call);

  // The values with the most calls from the one moment on and before the other, at most
  // model::kMostUsageEntries, as UsageTable::Top has them. What was recorded before counts, and
  // moments count by the quarter of an hour they lie in. Fails where what was recorded cannot be
  // written (kUnavailable on a full disk), since the totals would leave it out; and as problem()
  // and secret_problem() say.
  base::Result<std::vector<store::UsageTotal>> Top(store::UsageGroup group,
                                                   std::optional<base::Timestamp> first,
                                                   std::optional<base::Timestamp> end);

  // Calls that were recorded and could not be counted, or not for their address.
  std::uint64_t lost() const { return lost_.load(std::memory_order_relaxed); }
  // Why the file of counts, or the secret of the marks, cannot be used; nothing where it can.
  std::optional<base::Error> problem() const;
  std::optional<base::Error> secret_problem() const;

 private:
  struct Waiting {
    model::UsageMethod method = model::UsageMethod::kStatements;
    std::optional<base::OrgNumber> number = {};
    store::Quarter quarter = 0;
    std::string address = {};
  };
  // On a cache line of its own. A thread uses the same one each time.
  struct alignas(64) Queue {
    std::mutex mutex = {};
    std::vector<Waiting> calls = {};  // guarded by mutex
  };
  static constexpr std::size_t kQueues = 16;
  using Key = std::tuple<store::UsageGroup, store::Quarter, std::string>;

  base::Timestamp Now() const;
  void Run();
  // All by one thread at a time, with writing_ held.
  void TryToOpen();
  void TryToOpenTable();
  void ReadSecret();
  void Count();
  void CountCall(const Waiting& call);
  void CountOne(store::UsageGroup group, store::Quarter quarter, std::string value);
  // Whether the value is among those that are counted.
  bool Takes(store::UsageGroup group, store::Quarter quarter, const std::string& value);
  void Pack();
  // Errors as those of store::UsageTable::Add; what is pending stays so.
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
  // All guarded by writing_. Null: the file cannot be used, and why not; shared with those who ask.
  std::shared_ptr<store::UsageTable> table_;
  std::optional<base::Error> problem_;
  std::optional<auth::AddressMarker> marker_;  // the same of the secret
  std::optional<base::Error> secret_problem_;
  std::chrono::steady_clock::time_point next_try_ = {};
  // What is counted and not yet written.
  std::map<Key, std::int64_t> pending_;
  // What is counted of the quarters that calls come from now.
  std::map<std::pair<store::Quarter, store::UsageGroup>, std::unordered_set<std::string>> values_;
  std::optional<store::Quarter> packed_;  // what lies before it
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
