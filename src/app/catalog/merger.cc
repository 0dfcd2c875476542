// SPDX-License-Identifier: EUPL-1.2

#include "app/catalog/merger.h"

#include <pthread.h>

#include <ctime>
#include <exception>
#include <utility>

#include "base/log.h"
#include "base/threads/guarded_thread.h"
#include "base/threads/precedence.h"

namespace orgreg::app {
namespace {

// About a third of the share of other threads: a base takes half a minute of a processor, and must
// be there after some minutes on busy processors, too.
constexpr int kNiceness = 5;
// Work is given up that has had less than a quarter of a processor in this time or more.
constexpr std::chrono::seconds kPatience(10);
constexpr int kLeastShare = 4;

// The processor time that a thread has used.
std::chrono::nanoseconds TimeUsedBy(std::jthread* thread) {
  clockid_t clock = {};
  timespec used = {};
  if (pthread_getcpuclockid(thread->native_handle(), &clock) != 0) return {};
  if (clock_gettime(clock, &used) != 0) return {};
  return std::chrono::seconds(used.tv_sec) + std::chrono::nanoseconds(used.tv_nsec);
}

}  // namespace

Merger::Merger(const CatalogBuilder* builder)
    : builder_(builder),
      steady_(base::StartGuarded("merging",
                                 [this](const std::stop_token& stop) { RunSteadily(stop); })),
      when_idle_(base::StartGuarded("merging when idle",
                                    [this](const std::stop_token& stop) { RunWhenIdle(stop); })) {}

void Merger::BeginMerge(const CatalogBuilder::Merge& merge) {
  work_ = merge;
  begun_ = Clock::now();
  used_before_ = TimeUsedBy(&when_idle_);
  {
    const std::lock_guard lock(mutex_);
    (merge.is_needed ? wanted_steadily_ : wanted_when_idle_) = merge;
    given_up_ = std::stop_source();
    made_.reset();
  }
  changed_.notify_all();
}

std::optional<Merger::Done> Merger::TakeDone() {
  if (!work_) return std::nullopt;
  const std::lock_guard lock(mutex_);
  if (!made_) {
    if (IsStarved()) given_up_.request_stop();
    return std::nullopt;
  }
  Done done{.merge = *work_, .made = std::move(*made_)};
  made_.reset();
  work_.reset();
  return done;
}

bool Merger::IsStarved() {
  const auto passed = Clock::now() - begun_;
  return passed >= kPatience && kLeastShare * (TimeUsedBy(&when_idle_) - used_before_) < passed;
}

void Merger::RunWhenIdle(const std::stop_token& stop) {
  base::RunWhenIdle();
  while (const Wanted merge = Await(stop, &wanted_when_idle_)) {
    std::stop_source given_up = [this] {
      const std::lock_guard lock(mutex_);
      return given_up_;
    }();
    base::Result<MadeSegment> made = [&] {
      const std::stop_callback end(stop, [&given_up] { given_up.request_stop(); });
      return MakeSegment(*merge, given_up.get_token());
    }();
    if (made || !given_up.stop_requested()) {
      Deliver(std::move(made));
      continue;
    }
    if (stop.stop_requested()) return;
    base::LogInfo("{} are indexed with a larger share, because the processors are busy",
                  model::RowOf(merge->kind).many);
    const std::lock_guard lock(mutex_);
    wanted_steadily_ = merge;
    changed_.notify_all();
  }
}

void Merger::RunSteadily(const std::stop_token& stop) {
  base::GiveWay(kNiceness);
  while (const Wanted merge = Await(stop, &wanted_steadily_)) Deliver(MakeSegment(*merge, stop));
}

Merger::Wanted Merger::Await(const std::stop_token& stop, Wanted* wanted) {
  std::unique_lock lock(mutex_);
  if (!changed_.wait(lock, stop, [wanted] { return wanted->has_value(); })) return std::nullopt;
  return std::exchange(*wanted, std::nullopt);
}

void Merger::Deliver(base::Result<MadeSegment> made) {
  const std::lock_guard lock(mutex_);
  made_.emplace(std::move(made));
}

base::Result<MadeSegment> Merger::MakeSegment(const CatalogBuilder::Merge& merge,
                                              const std::stop_token& stop) const {
  try {
    return builder_->RunMerge(merge, stop);
  } catch (const std::exception& exception) {
    return base::Error{base::Code::kUnavailable, exception.what()};
  }
}

}  // namespace orgreg::app
