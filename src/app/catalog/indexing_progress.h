// SPDX-License-Identifier: EUPL-1.2

// Shows how far the indexing of records has come, all kinds together: one line on a terminal, or a
// line in the log every few seconds. A Job is the indexing of one kind, for one thread; any number
// of jobs run at once.

#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <mutex>

#include "app/progress_bar.h"

namespace orgreg::app {

class IndexingProgress {
 public:
  class Job {
   public:
    // `records` will be indexed. The progress outlives the job.
    Job(IndexingProgress* progress, std::uint64_t records);
    Job(const Job&) = delete;
    Job& operator=(const Job&) = delete;
    ~Job();

    // Counts one more record.
    void Step();

   private:
    IndexingProgress* progress_;
    std::uint64_t steps_ = 0;
  };

 private:
  using Clock = std::chrono::steady_clock;

  void Begin(std::uint64_t records);
  void Add(std::uint64_t records);
  void End();

  std::mutex mutex_;
  // Guarded by mutex_. They start at zero when there is no job left.
  std::size_t jobs_ = 0;
  std::uint64_t records_ = 0;
  std::uint64_t done_ = 0;
  Clock::time_point start_ = {};
  Clock::time_point last_told_ = {};
  std::unique_ptr<ProgressBar> bar_;
};

}  // namespace orgreg::app
