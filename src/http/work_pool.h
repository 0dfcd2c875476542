// A WorkPool is a few threads for what must not hold up the threads that serve connections,
// and a bounded queue before them, first come, first served. All calls are safe from any
// thread.

#pragma once

#include <condition_variable>
#include <cstddef>
#include <deque>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

namespace orgreg::http {

class WorkPool {
 public:
  // Whether the queue's bound holds for a job. One that goes on with what was admitted
  // before is not turned away.
  enum class Admission { kBounded, kAlways };

  struct Job {
    const void* owner = nullptr;      // for Withdraw; has one job at a time
    std::function<void()> work = {};  // must not throw
  };

  explicit WorkPool(std::size_t queued_jobs) : queued_jobs_(queued_jobs) {}

  ~WorkPool() { Finish(); }
  WorkPool(const WorkPool&) = delete;
  WorkPool& operator=(const WorkPool&) = delete;

  // To be called once. Throws std::system_error where the system has no thread to give.
  void Start(unsigned threads);

  // Works off what is queued, then joins the threads. Nothing is to be submitted after.
  void Finish();

  // False if the queue is full.
  bool Submit(Job job, Admission admission);

  // Takes the owner's job back. False if it was begun; then it runs to its end.
  bool Withdraw(const void* owner);

 private:
  void Run();

  const std::size_t queued_jobs_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<Job> queue_;  // guarded by mutex_, as is the next
  bool ending_ = false;
  std::vector<std::thread> threads_;
};

}  // namespace orgreg::http
