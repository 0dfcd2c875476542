#include "http/work_pool.h"

#include <algorithm>
#include <utility>

namespace orgreg::http {

void WorkPool::Finish() {
  {
    const std::lock_guard lock(mutex_);
    ending_ = true;
  }
  changed_.notify_all();
  for (std::thread& thread : threads_) thread.join();
  threads_.clear();
}

void WorkPool::Start(unsigned threads) {
  for (unsigned i = 0; i < threads; ++i) {
    threads_.emplace_back([this] { Run(); });
  }
}

bool WorkPool::Submit(Job job, Admission admission) {
  {
    const std::lock_guard lock(mutex_);
    if (admission == Admission::kBounded && queue_.size() >= queued_jobs_) return false;
    queue_.push_back(std::move(job));
  }
  changed_.notify_one();
  return true;
}

bool WorkPool::Withdraw(const void* owner) {
  Job withdrawn;  // let go of outside the lock
  const std::lock_guard lock(mutex_);
  const auto job = std::find_if(queue_.begin(), queue_.end(),
                                [&](const Job& each) { return each.owner == owner; });
  if (job == queue_.end()) return false;
  withdrawn = std::move(*job);
  queue_.erase(job);
  return true;
}

// The job is moved out first: its owner may be gone before the work's call returns.
void WorkPool::Run() {
  std::unique_lock lock(mutex_);
  while (true) {
    changed_.wait(lock, [this] { return ending_ || !queue_.empty(); });
    if (queue_.empty()) return;
    {
      const Job job = std::move(queue_.front());
      queue_.pop_front();
      lock.unlock();
      job.work();
    }
    lock.lock();
  }
}

}  // namespace orgreg::http
