// SPDX-License-Identifier: EUPL-1.2

#include "app/commands.h"

#include <fmt/core.h>

#include "app/exit_code.h"

namespace orgreg::app {

int Fail(const base::Error& error, std::string_view program) {
  fmt::print(stderr, "{}: {}\n", program, error.message);
  return kFailed;
}

void SayWaiting(const std::string& place, int wait_s) {
  fmt::print(stderr, "orgreg: waiting for another writer of {}, at most {} s\n", place, wait_s);
}

}  // namespace orgreg::app
