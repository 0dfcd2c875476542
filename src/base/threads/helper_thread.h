// A part of one command that runs beside the rest of it, and ends before it. What the part throws
// is an error of the command. Where the command itself ends early, by an error or an exception, it
// is let go of what it waits for and joined. Owned by one thread.

#pragma once

#include <exception>
#include <functional>
#include <string>
#include <thread>

#include "base/result.h"

namespace orgreg::base {

class HelperThread {
 public:
  // `release` ends what the part and the rest wait for from each other, such as by closing a queue
  // between them: it is called when the part ends and before it is joined, so it may come twice.
  // Throws std::system_error, which says that a thread cannot be made.
  HelperThread(const std::string& name, std::function<void()> part, std::function<void()> release);
  ~HelperThread();
  HelperThread(const HelperThread&) = delete;
  HelperThread& operator=(const HelperThread&) = delete;

  // Waits for the end, after the release. What the part threw: kUnavailable for a lack of memory,
  // else kIo.
  Status Join();

 private:
  std::function<void()> release_;
  std::exception_ptr failure_;  // Of the part; read when it is joined.
  std::thread thread_;
};

}  // namespace orgreg::base
