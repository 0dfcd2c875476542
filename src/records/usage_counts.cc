// SPDX-License-Identifier: EUPL-1.2

// Record puts calls into queues. The thread in Run empties them every flush_every, adds up the
// calls (CountCall), writes the sums, and packs or drops old quarters.

#include "records/usage_counts.h"

#include <utility>

#include "base/threads/guarded_thread.h"

namespace orgreg::records {
namespace {

using base::Result;
using base::Status;
using base::Timestamp;
using store::UsageGroup;

constexpr std::int64_t kHourMs = std::int64_t{60} * 60 * 1000;
constexpr std::int64_t kDayMs = 24 * kHourMs;
// The longest packing between two writings; an hour of a busy day takes less.
constexpr std::chrono::milliseconds kLongestPacking{100};

// Its mark tells secrets apart, and is that of no address.
constexpr std::string_view kSecretSign = "usage_secret";
constexpr std::size_t kSignBytes = 8;

store::Quarter QuarterOf(Timestamp time) {
  const std::int64_t ms = time.milliseconds();
  return ms / store::kQuarterMs - (ms % store::kQuarterMs < 0 ? 1 : 0);
}

// Errors that may pass by themselves. After all others counts are lost until an operator repairs
// the file.
bool IsPassing(const base::Error& error) {
  return error.code == base::Code::kUnavailable || error.code == base::Code::kIo;
}

// Threads get the queues in turn, so that serving threads share none.
std::size_t QueueOfThread() {
  static std::atomic<std::size_t> next = 0;
  thread_local const std::size_t mine = next.fetch_add(1, std::memory_order_relaxed);
  return mine;
}

}  // namespace

UsageCounts::UsageCounts(std::string path, std::string secret_path, UsageOptions options)
    : path_(std::move(path)), secret_path_(std::move(secret_path)), options_(std::move(options)) {
  {
    const std::lock_guard lock(writing_);
    TryToOpen();
  }
  thread_ = base::StartGuarded("usage counts", [this](const std::stop_token&) { Run(); });
}

UsageCounts::~UsageCounts() {
  {
    const std::lock_guard lock(stopping_);
    stops_ = true;
  }
  stop_.notify_all();
  thread_.request_stop();
  thread_.join();
}

void UsageCounts::Record(const UsageCall& call) {
  Waiting waiting{.method = call.method,
                  .number = call.number,
                  .quarter = QuarterOf(Now()),
                  .address = std::string(call.address)};
  Queue& queue = queues_[QueueOfThread() % kQueues];
  const std::lock_guard lock(queue.mutex);
  if (queue.calls.size() >= kMostQueued / kQueues) {
    lost_.fetch_add(1, std::memory_order_relaxed);
    return;
  }
  queue.calls.push_back(std::move(waiting));
}

Result<std::vector<store::UsageTotal>> UsageCounts::Top(UsageGroup group,
                                                        std::optional<Timestamp> first,
                                                        std::optional<Timestamp> end) {
  std::shared_ptr<store::UsageTable> table;
  {
    const std::lock_guard lock(writing_);
    Count();
    // Totals without the recorded calls would be wrong, not just old.
    TRY(Write());
    if (problem_) return *problem_;
    if (group == UsageGroup::kAddress && secret_problem_) return *secret_problem_;
    table = table_;
  }
  store::UsageSpan span;
  if (first) span.first = QuarterOf(*first);
  if (end) span.end = QuarterOf(*end);
  return table->Top(group, span, model::kMostUsageEntries);
}

std::optional<base::Error> UsageCounts::problem() const {
  const std::lock_guard lock(writing_);
  return problem_;
}

std::optional<base::Error> UsageCounts::secret_problem() const {
  const std::lock_guard lock(writing_);
  return secret_problem_;
}

Timestamp UsageCounts::Now() const {
  if (options_.clock) return options_.clock();
  const auto now = std::chrono::system_clock::now().time_since_epoch();
  return Timestamp::FromMilliseconds(
      std::chrono::duration_cast<std::chrono::milliseconds>(now).count());
}

void UsageCounts::Run() {
  for (bool stops = false; !stops;) {
    {
      std::unique_lock lock(stopping_);
      stops = stop_.wait_for(lock, options_.flush_every, [this] { return stops_; });
    }
    const std::lock_guard lock(writing_);
    TryToOpen();
    Count();
    static_cast<void>(Write());  // Reported, and tried again.
    Pack();
    DropOld();
  }
}

void UsageCounts::TryToOpen() {
  const auto now = std::chrono::steady_clock::now();
  if ((table_ != nullptr && marker_) || now < next_try_) return;
  next_try_ = now + kTryAgain;
  if (!marker_) ReadSecret();
  if (table_ == nullptr) TryToOpenTable();
}

Result<std::unique_ptr<store::UsageTable>> UsageCounts::OpenTable() const {
  auto table = TRY(store::UsageTable::Open(path_));
  if (!options_.are_shared) return table;
  const std::string secret = marker_ ? marker_->Mark(kSecretSign).substr(0, kSignBytes) : "";
  TRY(table->Share(QuarterOf(Now()), secret));
  return table;
}

void UsageCounts::TryToOpenTable() {
  auto table = OpenTable();
  if (table) {
    table_ = std::move(*table);
    problem_.reset();
    return;
  }
  problem_ = std::move(table).error();
  Report(*problem_);
}

void UsageCounts::ReadSecret() {
  auto marker = auth::AddressMarker::Open(secret_path_);
  const bool is_news = marker.ok() == secret_problem_.has_value();
  secret_problem_ = marker ? std::nullopt : std::optional(marker.error());
  if (marker) marker_.emplace(std::move(*marker));
  if (is_news && options_.report_secret) {
    options_.report_secret(secret_problem_ ? secret_problem_->message : "");
  }
}

void UsageCounts::Count() {
  std::vector<Waiting> calls;
  for (Queue& queue : queues_) {
    calls.clear();
    {
      const std::lock_guard lock(queue.mutex);
      calls.swap(queue.calls);
    }
    for (const Waiting& call : calls) CountCall(call);
  }
}

void UsageCounts::CountCall(const Waiting& call) {
  if (pending_.size() >= kMostPending) {
    lost_.fetch_add(1, std::memory_order_relaxed);
    return;
  }
  CountOne(UsageGroup::kMethod, call.quarter, std::string(model::NameOf(call.method)));
  CountOne(UsageGroup::kOrganisation, call.quarter,
           call.number ? call.number->ToString() : std::string());
  if (!marker_) {
    lost_.fetch_add(call.address.empty() || problem_ ? 0 : 1, std::memory_order_relaxed);
    return;
  }
  // Consecutive calls often come from one address.
  if (call.address != last_address_) {
    last_address_ = call.address;
    last_mark_ = call.address.empty() ? std::string() : marker_->Mark(call.address);
  }
  CountOne(UsageGroup::kAddress, call.quarter, last_mark_);
}

void UsageCounts::CountOne(UsageGroup group, store::Quarter quarter, std::string value) {
  if (!Takes(group, quarter, value)) value.clear();
  ++pending_[{group, quarter, std::move(value)}];
}

bool UsageCounts::Takes(UsageGroup group, store::Quarter quarter, const std::string& value) {
  if (value.empty()) return true;
  const auto [place, is_new] = values_.try_emplace({quarter, group});
  auto& values = place->second;
  if (is_new) {
    // Calls that came before the end of the quarter are counted after it.
    std::erase_if(values_, [&](const auto& each) { return each.first.first < quarter - 1; });
    // After a restart the stored values count too. If they cannot be read, the file cannot be
    // written either.
    if (table_ == nullptr) return true;
    if (auto stored = table_->Values(group, quarter)) {
      for (std::string& each : *stored) values.insert(std::move(each));
    }
  }
  if (values.contains(value)) return true;
  if (values.size() >= options_.most_values) return false;
  values.insert(value);
  return true;
}

Status UsageCounts::Write() {
  if (pending_.empty()) return {};
  Status written = problem_ ? Status(*problem_) : WritePending();
  Report(written);
  if (written || IsPassing(written.error())) return written;
  // Until the file is replaced.
  problem_ = written.error();
  table_.reset();
  LosePending();
  return written;
}

Status UsageCounts::WritePending() {
  std::vector<store::UsageRow> rows;
  rows.reserve(pending_.size());
  for (const auto& [key, calls] : pending_) {
    const auto& [group, quarter, value] = key;
    rows.push_back({.group = group, .quarter = quarter, .value = value, .calls = calls});
  }
  Status written = table_->Add(rows);
  if (written) pending_.clear();
  return written;
}

void UsageCounts::LosePending() {
  for (const auto& [key, calls] : pending_) {
    // Each call is counted once by its method.
    if (std::get<UsageGroup>(key) != UsageGroup::kMethod) continue;
    lost_.fetch_add(static_cast<std::uint64_t>(calls), std::memory_order_relaxed);
  }
  pending_.clear();
}

void UsageCounts::Report(const Status& status) {
  const bool is_news = status.ok() == failed_last_;
  failed_last_ = !status.ok();
  if (is_news && options_.report) options_.report(status ? "" : status.error().message);
}

// A failure here is retried at the next writing.
void UsageCounts::Pack() {
  const store::Quarter now = QuarterOf(Now());
  if (packed_ == now || table_ == nullptr) return;
  const auto all = table_->PackBefore(now, kLongestPacking);
  if (all && *all) packed_ = now;
}

void UsageCounts::DropOld() {
  if (options_.retention_days == 0 || table_ == nullptr) return;
  const Timestamp now = Now();
  if (dropped_ && now.milliseconds() - dropped_->milliseconds() < kHourMs) return;
  const std::int64_t oldest = now.milliseconds() - kDayMs * options_.retention_days;
  // A failure here is retried at the next writing.
  if (table_->DropBefore(QuarterOf(Timestamp::FromMilliseconds(oldest)))) dropped_ = now;
}

}  // namespace orgreg::records
