// SPDX-License-Identifier: EUPL-1.2

// Brings finished work of other threads back to one worker. A thread of a pool adds a Completion;
// the worker's own thread runs its continuation. Must outlive all threads that call Add.
//
// Add takes no lock. The worker would otherwise have to wait for a lock that a pool thread holds
// while it does not run: pool threads have a lower priority, and there are many of them, so on
// one processor such a wait took 25 ms.

#pragma once

#include <atomic>
#include <boost/asio/io_context.hpp>
#include <boost/asio/posix/basic_stream_descriptor.hpp>
#include <functional>

namespace orgreg::http {

// A Completion belongs to the object that waits for it, and must live until its continuation runs.
// Adding it copies nothing and takes no memory, so that finished work always comes back.
struct Completion {
  std::function<void()> then = {};
  Completion* next = nullptr;  // for Completions
};

class Completions {
 public:
  // Throws boost::system::system_error when there is no descriptor for it.
  explicit Completions(boost::asio::io_context* io);

  // Called from any thread. The completion may not be added again before its continuation runs.
  void Add(Completion* done);

  // Runs continuations on the thread of the worker as they come, until Stop. A call after a
  // failure goes on where that one ended.
  void Run();
  void Stop();

 private:
  using Wakeup =
      boost::asio::posix::basic_stream_descriptor<boost::asio::io_context::executor_type>;

  void Await();
  void RunAdded();

  Wakeup wakeup_;                             // an eventfd
  std::atomic<Completion*> added_ = nullptr;  // the newest first
  Completion* taken_ = nullptr;               // the oldest first; of the worker alone
};

}  // namespace orgreg::http
