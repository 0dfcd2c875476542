// SPDX-License-Identifier: EUPL-1.2

#include "store/usage/exchange.h"

#include <algorithm>
#include <limits>
#include <string_view>
#include <utility>

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
using std::chrono::steady_clock;

constexpr int kBusyTimeoutMs = 1'000;
constexpr Quarter kQuartersOfDay = 96;
constexpr std::chrono::hours kBetweenDrops(1);
// After a failure that does not pass by itself.
constexpr std::chrono::seconds kBetweenTries(30);
// So much is put at once, and in a second: the text of a quarter with very many values is put less
// often.
constexpr std::size_t kMostWaitingBytes = 1'000'000;
constexpr std::size_t kMostWaiting = 500;
constexpr std::size_t kBytesOfMillisecond = 200;

constexpr std::string_view kUnpacked = "SELECT DISTINCT quarter FROM usage WHERE grouping = ?1";
constexpr std::string_view kNewPacks =
    "SELECT quarter, rowid FROM packs WHERE grouping = ?1 AND rowid > ?2 ORDER BY rowid";

Counts CountsIn(std::string_view text) {
  Counts counts;
  EachLine(text, [&](std::string_view value, std::int64_t calls) {
    counts[std::string(value)] += calls;
  });
  return counts;
}

bool Has(const std::vector<UsageRun>& runs, std::string_view name) {
  return std::ranges::find(runs, name, &UsageRun::name) != runs.end();
}

}  // namespace

UsageExchange::UsageExchange(Plan plan) : plan_(std::move(plan)) {}
UsageExchange::~UsageExchange() = default;

// After a failure the files may be others, and nobody knows what the database has.
Status UsageExchange::Exchange(SharedUsage* shared, Quarter now) {
  if (steady_clock::now() < next_try_) return failed_;
  Status done = Run(shared, now);
  if (done) return done;
  const Code code = done.error().code;
  if (code != Code::kUnavailable && code != Code::kNotFound) {
    failed_ = done;
    next_try_ = steady_clock::now() + kBetweenTries;
  }
  own_.reset();
  others_.reset();
  put_.clear();
  waiting_.clear();
  waiting_bytes_ = 0;
  is_compared_ = false;
  return done;
}

Status UsageExchange::Run(SharedUsage* shared, Quarter now) {
  const auto there = TRY(shared->State());
  TRY(OpenFiles());
  runs_ = TRY(RunsOf(own_.get()));
  if (runs_.empty()) return Error{Code::kUnavailable, "is not in use yet"}.At(plan_.path);
  first_ = plan_.retention_days == 0 ? std::numeric_limits<Quarter>::min()
                                     : now - kQuartersOfDay * plan_.retention_days;
  const std::string with = there.origin + there.timeline;
  if (std::exchange(compared_with_, with) != with) is_compared_ = false;
  TRY(Pull(shared, there));
  TRY(Push(shared));
  return DropOld(shared);
}

Status UsageExchange::OpenFiles() {
  if (own_ != nullptr && own_->HasMoved()) {
    own_.reset();
    is_compared_ = false;
  }
  if (own_ == nullptr) {
    own_ = TRY(Connection::Open(plan_.path, SQLITE_OPEN_READWRITE));
    own_->SetBusyTimeout(kBusyTimeoutMs);
    TRY(own_->Run("PRAGMA query_only = ON"));
  }
  if (others_ != nullptr && others_->IsGone()) others_.reset();
  if (others_ == nullptr) others_ = TRY(UsageOthers::Open(OthersPath(plan_.path)));
  return {};
}

// A copy of other tables, or one that was made next to another file of counts, is of no use. After
// a failover the numbers of changes may have been given again.
Status UsageExchange::Meet(const UsageState& there, OthersState* state) {
  if (state->origin != there.origin || !Has(runs_, state->run)) {
    TRY(others_->Clear());
    *state = {.origin = there.origin};
  }
  if (state->timeline != there.timeline || state->change > there.newest) state->change = 0;
  state->timeline = there.timeline;
  return {};
}

Status UsageExchange::Pull(SharedUsage* shared, const UsageState& there) {
  auto state = TRY(others_->State());
  const OthersState before = state;
  TRY(Meet(there, &state));
  state.run = runs_.back().name;
  while (state.change < there.newest) {
    auto parts = TRY(shared->Changed({.after = state.change, .but = state.run, .first = first_}));
    state.change = parts.empty() ? there.newest : parts.back().change;
    for (UsagePart& part : parts) {
      CompareSecret(part);
      part = TRY(NotOwn(std::move(part)));
    }
    TRY(others_->Take(parts, state));
  }
  const bool is_same = before.change == state.change && before.run == state.run &&
                       before.timeline == state.timeline && before.origin == state.origin;
  return is_same ? Status() : others_->Take({}, state);
}

void UsageExchange::CompareSecret(const UsagePart& part) {
  const std::string_view own = SecretOf(runs_.back().name);
  const std::string_view other = SecretOf(part.run);
  const bool differ = !own.empty() && !other.empty() && own != other;
  if (differ && part.grouping == NumberOf(UsageGroup::kAddress))
    last_other_secret_ = std::max(last_other_secret_, part.quarter);
}

Result<UsagePart> UsageExchange::NotOwn(UsagePart part) {
  if (!Has(runs_, part.run)) return part;
  const auto own = TRY(OwnParts(static_cast<UsageGroup>(part.grouping), part.quarter));
  const auto mine = std::ranges::find(own, part.run, &UsagePart::run);
  if (mine == own.end()) return part;
  const Counts left = Without(CountsIn(part.counts), CountsIn(mine->counts));
  part.counts = TextOf(left);
  part.calls = store::CallsOf(left);
  return part;
}

Status UsageExchange::Push(SharedUsage* shared) {
  if (!is_compared_) return PutMissing(shared);
  if (steady_clock::now() < next_push_) return {};
  const auto version = TRY(own_->Integer("PRAGMA data_version"));
  if (version == own_version_) return {};
  for (const UsageGroup group : kUsageGroups) {
    const auto quarters = TRY(NewQuarters(group));
    TRY(AddQuarters(group, quarters, shared));
  }
  TRY(PutWaiting(shared));
  own_version_ = version;
  return {};
}

Status UsageExchange::PutMissing(SharedUsage* shared) {
  std::vector<std::string> names;
  names.reserve(runs_.size());
  for (const UsageRun& run : runs_) names.push_back(run.name);
  const auto there = TRY(shared->PartsOf(names));
  if (TRY(Lacks(there))) {
    auto state = TRY(others_->State());
    state.change = 0;
    TRY(others_->Take({}, state));
  }
  put_.clear();
  seen_packs_.clear();
  for (const UsagePart& part : there) put_[{part.run, part.grouping, part.quarter}] = part.calls;
  for (const UsageGroup group : kUsageGroups) {
    TRY(NewQuarters(group));
    const auto quarters = TRY(QuartersOf(own_.get(), group));
    TRY(AddQuarters(group, quarters, shared));
  }
  TRY(PutWaiting(shared));
  is_compared_ = true;
  return {};
}

Result<bool> UsageExchange::Lacks(const std::vector<UsagePart>& there) {
  for (const UsagePart& part : there) {
    if (part.run == runs_.back().name || part.quarter < first_) continue;
    const auto own = TRY(OwnParts(static_cast<UsageGroup>(part.grouping), part.quarter));
    const auto mine = std::ranges::find(own, part.run, &UsagePart::run);
    const std::int64_t calls = mine == own.end() ? 0 : mine->calls;
    if (calls >= part.calls) continue;
    if (calls + TRY(others_->CallsOf(part)) < part.calls) return true;
  }
  return false;
}

Result<std::vector<UsagePart>> UsageExchange::OwnParts(UsageGroup group, Quarter quarter) {
  std::vector<UsagePart> parts;
  TRY(own_->Run("BEGIN"));
  auto counted = CountsOfRuns(own_.get(), runs_, group, quarter);
  TRY(own_->Run("COMMIT"));
  if (!counted && counted.error().code == Code::kCorrupt) return parts;
  if (!counted) return std::move(counted).error();
  for (const RunCounts& each : *counted) {
    parts.push_back({.run = each.run,
                     .grouping = NumberOf(group),
                     .quarter = quarter,
                     .calls = store::CallsOf(each.counts),
                     .counts = TextOf(each.counts)});
  }
  return parts;
}

// Those that are not packed yet, and those of packs that were made since the last time.
Result<std::vector<Quarter>> UsageExchange::NewQuarters(UsageGroup group) {
  std::vector<Quarter> quarters;
  auto packs = TRY(own_->Ask(kNewPacks, NumberOf(group), seen_packs_[group]));
  while (TRY(packs.Next())) {
    quarters.push_back(packs->Integer(0));
    seen_packs_[group] = packs->Integer(1);
  }
  auto unpacked = TRY(own_->Ask(kUnpacked, NumberOf(group)));
  while (TRY(unpacked.Next())) quarters.push_back(unpacked->Integer(0));
  std::ranges::sort(quarters);
  const auto twice = std::ranges::unique(quarters);
  quarters.erase(twice.begin(), twice.end());
  return quarters;
}

Status UsageExchange::AddQuarters(UsageGroup group, const std::vector<Quarter>& quarters,
                                  SharedUsage* shared) {
  for (const Quarter quarter : quarters) {
    if (quarter < first_) continue;
    auto parts = TRY(OwnParts(group, quarter));
    for (UsagePart& part : parts) {
      TRY(Add(std::move(part), shared));
    }
  }
  return {};
}

Status UsageExchange::Add(UsagePart part, SharedUsage* shared) {
  const auto put = put_.find({part.run, part.grouping, part.quarter});
  if (put != put_.end() && put->second >= part.calls) return {};
  waiting_bytes_ += part.counts.size();
  waiting_.push_back(std::move(part));
  const bool are_many = waiting_bytes_ >= kMostWaitingBytes || waiting_.size() >= kMostWaiting;
  return are_many ? PutWaiting(shared) : Status();
}

Status UsageExchange::PutWaiting(SharedUsage* shared) {
  if (waiting_.empty()) return {};
  TRY(shared->Put(waiting_));
  for (const UsagePart& part : waiting_) put_[{part.run, part.grouping, part.quarter}] = part.calls;
  const auto pause = std::chrono::milliseconds(waiting_bytes_ / kBytesOfMillisecond);
  next_push_ = steady_clock::now() + pause;
  waiting_.clear();
  waiting_bytes_ = 0;
  return {};
}

Status UsageExchange::DropOld(SharedUsage* shared) {
  const auto now = steady_clock::now();
  if (plan_.retention_days == 0 || (dropped_ && now - *dropped_ < kBetweenDrops)) return {};
  TRY(others_->DropBefore(first_));
  TRY(shared->DropOlder(plan_.retention_days));
  std::erase_if(put_, [&](const auto& put) { return std::get<2>(put.first) < first_; });
  dropped_ = now;
  return {};
}

}  // namespace orgreg::store
