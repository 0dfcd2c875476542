// SPDX-License-Identifier: EUPL-1.2

// A DownloadPace checks if a client takes a long answer fast enough: some byte within
// each Limits::write_stall_timeout, and on average Limits::download_bytes_per_second over
// each Limits::download_window. The caller passes the time; it reads no clock.

#pragma once

#include <chrono>
#include <cstdint>

#include "http/message/limits.h"

namespace orgreg::http {

class DownloadPace {
 public:
  using Time = std::chrono::steady_clock::time_point;

  // `limits` must outlive it.
  DownloadPace(const Limits& limits, Time now)
      : limits_(&limits), progress_at_(now), window_begin_(now) {}

  // Notes that so many more bytes went to the system.
  void Give(std::uint64_t bytes) { given_ += bytes; }

  // `queued_bytes` of what was given are still on our side of the line. To be asked
  // several times in each of the two spans.
  bool IsTooSlow(Time now, std::uint64_t queued_bytes);

  // Between these it is we who are slow, which counts for nothing.
  void Pause(Time now) { paused_at_ = now; }
  void Resume(Time now);

 private:
  const Limits* limits_;
  std::uint64_t given_ = 0;
  std::uint64_t taken_ = 0;
  Time progress_at_;  // when taken_ last grew
  Time window_begin_;
  std::uint64_t window_taken_ = 0;  // taken_ at window_begin_
  Time paused_at_ = {};
};

}  // namespace orgreg::http
