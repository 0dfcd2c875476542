// SPDX-License-Identifier: EUPL-1.2

// A WorkPool is a few threads for work that must not hold up the threads which serve connections,
// with a bounded queue in front. The clients come one after the other, one job each; the jobs of
// one client begin in their order. A pool may keep threads free of the jobs of any one client: then
// these wait, and those of others do not. All calls are safe from any thread.

#pragma once

#include <cstddef>
#include <deque>
#include <functional>
#include <list>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <unordered_map>
#include <vector>

#include "base/threads/fair_share.h"
#include "base/threads/semaphore.h"

namespace orgreg::http {

class WorkPool {
 public:
  // Says if the queue's bound holds for a job. A job that continues an admitted request is always
  // taken.
  enum class Admission { kBounded, kAlways };

  struct Job {
    const void* owner = nullptr;      // for Withdraw; has one job at a time
    std::string client = {};          // as Handler::CountsAs has it
    std::function<void()> work = {};  // must not throw
  };

  // `queued_jobs` wait at most; a client has its share of them (base/threads/fair_share.h).
  explicit WorkPool(std::size_t queued_jobs) : places_(queued_jobs) {}

  ~WorkPool() { Finish(); }
  WorkPool(const WorkPool&) = delete;
  WorkPool& operator=(const WorkPool&) = delete;

  // Called once. Threads of a higher niceness leave the processors to others (nice(2)). A client
  // has at most so many of them at a time; 0: all. Jobs without a client may have all. Throws
  // std::system_error where the system has no thread to give.
  void Start(unsigned threads, int niceness = 0, std::size_t most_of_client = 0);

  // Does the queued jobs, then joins the threads. No job may be submitted afterwards.
  void Finish();

  // False if the queue is full, or the client's share of it.
  bool Submit(Job job, Admission admission);

  // How many jobs wait for a thread.
  std::size_t waiting() const;
  // How many threads it was started with.
  std::size_t thread_count() const { return threads_.size(); }

  // Takes the owner's job back. False if it was begun; then it runs to its end.
  bool Withdraw(const void* owner);

 private:
  struct Waiting {
    Job job;
    base::FairShare::Part place;  // in the queue; not held by what is always admitted
  };
  // The waiting jobs of one client; never empty.
  struct Line {
    std::string client;
    std::deque<Waiting> jobs = {};
  };
  using Lines = std::list<Line>;

  void Run();
  void Add(Waiting waiting);
  std::optional<Waiting> TakeNext();
  bool MayRun(const std::string& client) const;
  void End(const std::string& client);
  void Remove(Lines::iterator line);

  base::FairShare places_;
  mutable std::mutex mutex_;
  // Wakes a thread for each job, and at the end one after the other. To signal a condition variable
  // can mean to wait for a thread that it woke before; these threads have a lower priority than the
  // caller.
  base::Semaphore changes_;
  // Guarded by mutex_, as are the next two. A job of the first is next.
  Lines lines_;
  std::unordered_map<std::string, Lines::iterator> by_client_;
  std::unordered_map<std::string, std::size_t> running_;  // By client; only if it is bounded.
  // Threads that found only jobs of clients which have all that they may, and sleep again.
  std::size_t passed_over_ = 0;
  bool ending_ = false;
  std::size_t most_of_client_ = 0;
  std::vector<std::thread> threads_;
};

}  // namespace orgreg::http
