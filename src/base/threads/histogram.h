// SPDX-License-Identifier: EUPL-1.2

// How many durations were how long: a count for each of a few bounds, and the sum. One thread at a
// time notes durations; any thread reads, and may miss the newest.

#pragma once

#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <numeric>

#include "base/threads/counters.h"

namespace orgreg::base {

class Histogram {
 public:
  // A duration counts under the first bound that it does not pass. A look-up takes some
  // microseconds, a download as long as its client.
  static constexpr std::array<std::chrono::microseconds, 16> kBounds = {
      std::chrono::microseconds(25),   std::chrono::microseconds(50),
      std::chrono::microseconds(100),  std::chrono::microseconds(250),
      std::chrono::microseconds(500),  std::chrono::milliseconds(1),
      std::chrono::microseconds(2500), std::chrono::milliseconds(5),
      std::chrono::milliseconds(10),   std::chrono::milliseconds(25),
      std::chrono::milliseconds(50),   std::chrono::milliseconds(100),
      std::chrono::milliseconds(250),  std::chrono::seconds(1),
      std::chrono::seconds(5),         std::chrono::seconds(30)};

  struct Reading {
    std::array<std::uint64_t, kBounds.size() + 1> counts = {};  // The last: beyond all bounds.
    std::chrono::nanoseconds sum{0};

    std::uint64_t Count() const {
      return std::accumulate(counts.begin(), counts.end(), std::uint64_t{0});
    }
    Reading& operator+=(const Reading& other) {
      for (std::size_t i = 0; i < counts.size(); ++i) counts[i] += other.counts[i];
      sum += other.sum;
      return *this;
    }
  };

  void Note(std::chrono::nanoseconds duration) {
    std::size_t bucket = 0;
    for (const std::chrono::nanoseconds bound : kBounds)
      bucket += static_cast<std::size_t>(duration > bound);
    counts_[bucket].Add();
    sum_ns_.Add(static_cast<std::uint64_t>(duration.count()));
  }

  Reading Read() const {
    Reading reading;
    for (std::size_t i = 0; i < counts_.size(); ++i) reading.counts[i] = counts_[i].value();
    reading.sum = std::chrono::nanoseconds(static_cast<std::int64_t>(sum_ns_.value()));
    return reading;
  }

 private:
  std::array<OwnCounter, kBounds.size() + 1> counts_;
  OwnCounter sum_ns_;
};

}  // namespace orgreg::base
