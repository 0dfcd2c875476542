// SPDX-License-Identifier: EUPL-1.2

// The pools of a server, by what a request needs (Placement). All calls are safe from any thread.

#pragma once

#include <array>
#include <cstddef>
#include <string_view>

#include "http/message/handler.h"
#include "http/work/work_pool.h"

namespace orgreg::http {

// How many threads each pool has, and how far they give way to the threads that serve
// connections (nice(2)). A client has at most half of those that scan, since its requests may take
// each of them for a second.
struct PoolThreads {
  unsigned common = 2;
  unsigned side = 1;
  unsigned scan = 1;
  unsigned reserved = 1;
  int niceness = 0;
};

class WorkPools {
 public:
  explicit WorkPools(std::size_t queued_jobs)
      : common_(queued_jobs), side_(queued_jobs), scan_(queued_jobs), reserved_(queued_jobs) {}

  // See WorkPool::Start.
  void Start(const PoolThreads& threads) {
    common_.Start(threads.common, threads.niceness);
    side_.Start(threads.side, threads.niceness);
    scan_.Start(threads.scan, threads.niceness, (threads.scan + 1) / 2);
    reserved_.Start(threads.reserved, threads.niceness);
  }

  void Finish() {
    common_.Finish();
    side_.Finish();
    scan_.Finish();
    reserved_.Finish();
  }

  // A queue, by the name of its pool.
  struct Queue {
    std::string_view pool = {};
    std::size_t waiting = 0;
    std::size_t threads = 0;
  };
  std::array<Queue, 4> Queues() const {
    const auto of = [](std::string_view name, const WorkPool& pool) {
      return Queue{.pool = name, .waiting = pool.waiting(), .threads = pool.thread_count()};
    };
    return {of("common", common_), of("side", side_), of("scan", scan_), of("reserved", reserved_)};
  }

  // The pool for a request that is not answered at once.
  WorkPool* Of(Placement placement) {
    switch (placement) {
      case Placement::kNeedsSidePool:
        return &side_;
      case Placement::kNeedsScanPool:
        return &scan_;
      case Placement::kNeedsReservedPool:
        return &reserved_;
      case Placement::kAnswered:
      case Placement::kNeedsPool:
      case Placement::kLater:
        break;
    }
    return &common_;
  }

 private:
  WorkPool common_;
  WorkPool side_;
  WorkPool scan_;
  WorkPool reserved_;
};

}  // namespace orgreg::http
