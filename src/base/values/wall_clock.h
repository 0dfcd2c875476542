// SPDX-License-Identifier: EUPL-1.2

// The time of day, as it is stored and shown. Safe from any thread.

#pragma once

#include <chrono>
#include <cstdint>

namespace orgreg::base {

// Milliseconds since 1970, UTC. It may jump when the clock is set: durations need steady_clock.
inline std::int64_t NowMs() {
  const auto now = std::chrono::system_clock::now().time_since_epoch();
  return std::chrono::duration_cast<std::chrono::milliseconds>(now).count();
}

}  // namespace orgreg::base
