// SPDX-License-Identifier: EUPL-1.2

// What a server has to do at the moment: its connections and its queues. Plain values.

#pragma once

#include <array>
#include <chrono>
#include <cstddef>
#include <string_view>

#include "http/work/work_pools.h"

namespace orgreg::http {

// What connections do, in the order of Connection::State.
inline constexpr std::array<std::string_view, 5> kConnectionStates = {
    "waiting", "reading", "working", "sending", "closing"};

struct ServerLoad {
  std::array<std::size_t, kConnectionStates.size()> connections = {};  // by state
  std::array<WorkPools::Queue, 4> queues = {};
  std::size_t most_connections = 0;
  // The memory of answers that wait for their clients.
  std::size_t waiting_bytes = 0;
  std::size_t most_waiting_bytes = 0;
  // The time since the worker looked that has not looked for longest: much more than a second if
  // it is stuck.
  std::chrono::milliseconds longest_silence{0};
};

}  // namespace orgreg::http
