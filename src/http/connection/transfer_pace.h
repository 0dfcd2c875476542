// SPDX-License-Identifier: EUPL-1.2

// A TransferPace checks if a client takes a long answer, or sends a long body, fast enough: some
// byte within each stall, and on average so much a second over each window. The caller passes the
// time; it reads no clock.

#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>

#include "http/message/limits.h"

namespace orgreg::http {

class TransferPace {
 public:
  using Time = std::chrono::steady_clock::time_point;

  struct Rule {
    std::chrono::milliseconds stall = {};
    std::chrono::milliseconds window = {};
    std::size_t bytes_per_second = 0;
  };
  static Rule OfDownloads(const Limits& limits) {
    return {limits.write_stall_timeout, limits.download_window, limits.download_bytes_per_second};
  }
  static Rule OfUploads(const Limits& limits) {
    return {limits.body_timeout, limits.download_window, limits.upload_bytes_per_second};
  }

  TransferPace(const Rule& rule, Time now) : rule_(rule), progress_at_(now), window_begin_(now) {}

  // Notes that so many more bytes went to the system, or came from it.
  void Give(std::uint64_t bytes) { given_ += bytes; }

  // `queued_bytes` of what was given are still on our side of the line. To be asked
  // several times in each of the two spans.
  bool IsTooSlow(Time now, std::uint64_t queued_bytes);

  // Between these it is not the client that is slow, so the time does not count. A pause in a pause
  // changes nothing.
  void Pause(Time now);
  void Resume(Time now);

 private:
  Rule rule_;
  std::uint64_t given_ = 0;
  std::uint64_t taken_ = 0;
  Time progress_at_;  // when taken_ last grew
  Time window_begin_;
  std::uint64_t window_taken_ = 0;  // taken_ at window_begin_
  std::optional<Time> paused_at_ = {};
};

}  // namespace orgreg::http
