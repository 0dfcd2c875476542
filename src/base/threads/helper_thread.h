// SPDX-License-Identifier: EUPL-1.2

// A part of one command that runs next to the rest of it, on a thread of its own, and ends before
// it. An exception from the part becomes an error of the command. Where the command itself ends
// early, by an error or an exception, the part is released from its waiting and joined. Owned by
// one thread.

#pragma once

#include <exception>
#include <functional>
#include <string>
#include <thread>

#include "base/result.h"

namespace orgreg::base {

class HelperThread {
 public:
  // `release` ends the waiting of the part and of the rest for each other, for example by closing
  // a queue between them. It is called when the part ends and before it is joined, so perhaps
  // twice. Throws std::system_error, which says that a thread cannot be made.
  HelperThread(const std::string& name, std::function<void()> part, std::function<void()> release);
  ~HelperThread();
  HelperThread(const HelperThread&) = delete;
  HelperThread& operator=(const HelperThread&) = delete;

  // Releases the part and waits for its end. An exception from it is kUnavailable for a lack of
  // memory, else kIo.
  Status Join();

 private:
  std::function<void()> release_;
  std::exception_ptr failure_;  // The part sets it; it is read after the join.
  std::thread thread_;
};

}  // namespace orgreg::base
