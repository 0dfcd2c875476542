// SPDX-License-Identifier: EUPL-1.2

// What the log says of answers that are server errors. Safe from any thread.

#pragma once

#include <string_view>

#include "base/log_limit.h"

namespace orgreg::api {

class FailureLog {
 public:
  // A line for a temporary cause comes at least so long after the last one.
  explicit FailureLog(base::LogLimit::Clock::duration pause) : limit_(pause) {}

  // Says why the request was answered so. `trace` is what the answer shows, empty where the cause
  // is temporary: every request may meet that until it has passed.
  void Note(std::string_view path, std::string_view message, std::string_view trace);

 private:
  base::LogLimit limit_;
};

}  // namespace orgreg::api
