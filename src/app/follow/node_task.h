// SPDX-License-Identifier: EUPL-1.2

// What a node does again and again next to following its database, on a thread of its own, until
// the end of the object. A failure is logged when it is not the same as the last one.

#pragma once

#include <chrono>
#include <functional>
#include <stop_token>
#include <string>
#include <thread>

#include "base/result.h"

namespace orgreg::app {

class NodeTask {
 public:
  struct Plan {
    std::string name = {};                    // of the thread
    std::chrono::milliseconds interval = {};  // before each time
    // Called on the thread. What the error says is logged after `failure`.
    std::function<base::Status()> work = {};
    std::string failure = {};
  };
  explicit NodeTask(Plan plan);

 private:
  void Run(const std::stop_token& stop);

  const Plan plan_;
  std::string told_;  // Of the thread.
  std::jthread thread_;
};

// The same, but done if the database is away, which the follower reports.
base::Status UnlessAway(base::Status status);

}  // namespace orgreg::app
