// SPDX-License-Identifier: EUPL-1.2

// Makes layers and bases while requests are served, one at a time. The work begins on a thread that
// runs while a processor is free, so that no answer waits for it. If it gets too little of the
// processors there, it is given up, and a thread that has a share of its own does it from the
// beginning (decisions/0039). Both exist from the start, because it may be impossible to make a
// thread later. Exceptions of the work become its error.
//
// Used by one thread, the watcher's.

#pragma once

#include <chrono>
#include <condition_variable>
#include <mutex>
#include <optional>
#include <stop_token>
#include <thread>

#include "app/catalog/catalog_builder.h"

namespace orgreg::app {

class Merger {
 public:
  struct Done {
    CatalogBuilder::Merge merge;
    base::Result<MadeSegment> made;
  };

  // `builder` outlives the merger.
  explicit Merger(const CatalogBuilder* builder);

  // The work in progress, or finished and not taken yet.
  const std::optional<CatalogBuilder::Merge>& work() const { return work_; }
  // Must not be called during other work.
  void BeginMerge(const CatalogBuilder::Merge& merge);
  // The finished work, if there is any; then there is no work. To be called at least every few
  // seconds, since it also gives up work that gets too little of the processors.
  std::optional<Done> TakeDone();

 private:
  using Clock = std::chrono::steady_clock;
  using Wanted = std::optional<CatalogBuilder::Merge>;

  void RunWhenIdle(const std::stop_token& stop);
  void RunSteadily(const std::stop_token& stop);
  // Waits; nothing if the thread should stop.
  Wanted Await(const std::stop_token& stop, Wanted* wanted);
  base::Result<MadeSegment> MakeSegment(const CatalogBuilder::Merge& merge,
                                        const std::stop_token& stop) const;
  void Deliver(base::Result<MadeSegment> made);
  bool IsStarved();

  const CatalogBuilder* builder_;
  // Used only by the watcher.
  Wanted work_;
  Clock::time_point begun_ = {};
  std::chrono::nanoseconds used_before_ = {};  // By the first thread, when the work began.
  std::mutex mutex_;
  std::condition_variable_any changed_;
  // Guarded by mutex_.
  Wanted wanted_when_idle_;
  Wanted wanted_steadily_;
  std::optional<base::Result<MadeSegment>> made_;
  std::stop_source given_up_;  // Of the work of the first thread.
  std::jthread steady_;
  std::jthread when_idle_;
};

}  // namespace orgreg::app
