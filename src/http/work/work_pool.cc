// SPDX-License-Identifier: EUPL-1.2

#include "http/work/work_pool.h"

#include <algorithm>
#include <utility>

#include "base/threads/guarded_thread.h"
#include "base/threads/precedence.h"

namespace orgreg::http {
void WorkPool::Finish() {
  {
    const std::lock_guard lock(mutex_);
    ending_ = true;
  }
  changes_.Release();
  for (std::thread& thread : threads_) thread.join();
  threads_.clear();
}

void WorkPool::Start(unsigned threads, int niceness, std::size_t most_of_client) {
  most_of_client_ = most_of_client;
  for (unsigned i = 0; i < threads; ++i) {
    threads_.emplace_back([this, niceness] {
      if (niceness != 0) base::GiveWay(niceness);
      base::RunGuarded("work for requests", {}, [this] { Run(); });
    });
  }
}

bool WorkPool::Submit(Job job, Admission admission) {
  Waiting waiting;
  if (admission == Admission::kBounded) {
    waiting.place = places_.Take(job.client);
    if (!waiting.place.is_held()) return false;
  }
  {
    const std::lock_guard lock(mutex_);
    waiting.job = std::move(job);
    Add(std::move(waiting));
  }
  changes_.Release();
  return true;
}

std::size_t WorkPool::waiting() const {
  const std::lock_guard lock(mutex_);
  std::size_t count = 0;
  for (const Line& line : lines_) count += line.jobs.size();
  return count;
}

// Should there be no memory, nothing has changed.
void WorkPool::Add(Waiting waiting) {
  const std::string& client = waiting.job.client;
  if (const auto known = by_client_.find(client); known != by_client_.end()) {
    known->second->jobs.push_back(std::move(waiting));
    return;
  }
  Lines line;
  line.push_back({.client = client});
  line.front().jobs.push_back(std::move(waiting));
  by_client_.emplace(line.front().client, line.begin());
  lines_.splice(lines_.end(), line);
}

void WorkPool::Remove(Lines::iterator line) {
  by_client_.erase(line->client);
  lines_.erase(line);
}

bool WorkPool::Withdraw(const void* owner) {
  Waiting withdrawn;  // let go of outside the lock
  const std::lock_guard lock(mutex_);
  for (auto line = lines_.begin(); line != lines_.end(); ++line) {
    const auto found = std::ranges::find_if(
        line->jobs, [&](const Waiting& waiting) { return waiting.job.owner == owner; });
    if (found == line->jobs.end()) continue;
    withdrawn = std::move(*found);
    line->jobs.erase(found);
    if (line->jobs.empty()) Remove(line);
    return true;
  }
  return false;
}

bool WorkPool::MayRun(const std::string& client) const {
  if (most_of_client_ == 0 || client.empty()) return true;
  const auto held = running_.find(client);
  return held == running_.end() || held->second < most_of_client_;
}

// The client goes to the end of those that wait. Nothing if all that wait have as many threads as
// they may.
std::optional<WorkPool::Waiting> WorkPool::TakeNext() {
  const auto line =
      std::ranges::find_if(lines_, [this](const Line& each) { return MayRun(each.client); });
  if (line == lines_.end()) return std::nullopt;
  if (most_of_client_ != 0) ++running_[line->client];
  Waiting next = std::move(line->jobs.front());
  line->jobs.pop_front();
  if (line->jobs.empty()) {
    Remove(line);
  } else {
    lines_.splice(lines_.end(), lines_, line);
  }
  return next;
}

// A thread that found nothing to do looks again.
void WorkPool::End(const std::string& client) {
  if (most_of_client_ == 0) return;
  const std::lock_guard lock(mutex_);
  const auto held = running_.find(client);
  if (--held->second == 0) running_.erase(held);
  if (passed_over_ == 0) return;
  --passed_over_;
  changes_.Release();
}

// The work is moved out first: its owner may be gone before the call returns.
void WorkPool::Run() {
  while (true) {
    changes_.Acquire();
    std::unique_lock lock(mutex_);
    if (lines_.empty()) {
      if (!ending_) continue;  // The job was withdrawn.
      changes_.Release();      // The next thread ends too.
      return;
    }
    std::optional<Waiting> next = TakeNext();
    if (!next) {
      ++passed_over_;
      continue;
    }
    lock.unlock();
    next->place.GiveBack();
    next->job.work();
    End(next->job.client);
  }
}

}  // namespace orgreg::http
