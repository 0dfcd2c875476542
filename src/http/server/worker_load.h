// SPDX-License-Identifier: EUPL-1.2

// The part of ServerLoad that a worker knows. It counts its connections at each tick, at most a
// second apart, so that counting costs requests nothing. One worker writes; any thread reads.

#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <cstddef>

#include "http/connection/connection.h"
#include "http/server/load.h"

namespace orgreg::http {

class WorkerLoad {
 public:
  void Note(const Connections& connections, Connection::Clock::time_point now) {
    std::array<std::size_t, kConnectionStates.size()> counts = {};
    for (const Connection& connection : connections)
      ++counts[static_cast<std::size_t>(connection.state())];
    for (std::size_t i = 0; i < counts.size(); ++i)
      counts_[i].store(counts[i], std::memory_order_relaxed);
    looked_at_.store(now, std::memory_order_relaxed);
  }

  void AddTo(ServerLoad* load) const {
    for (std::size_t i = 0; i < counts_.size(); ++i)
      load->connections[i] += counts_[i].load(std::memory_order_relaxed);
    const auto silence = std::chrono::duration_cast<std::chrono::milliseconds>(
        Connection::Clock::now() - looked_at_.load(std::memory_order_relaxed));
    load->longest_silence = std::max(load->longest_silence, silence);
  }

 private:
  std::array<std::atomic<std::size_t>, kConnectionStates.size()> counts_ = {};
  std::atomic<Connection::Clock::time_point> looked_at_ = Connection::Clock::now();
};

}  // namespace orgreg::http
