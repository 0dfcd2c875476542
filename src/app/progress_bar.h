// SPDX-License-Identifier: EUPL-1.2

// One line on a terminal that shows how far a long job has come, how fast it is and how long it
// will take. Writes nothing if standard error is not a terminal. One thread at a time.

#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>

namespace orgreg::app {

// How fast a job is, and when it will end, from its progress and its start. A value.
struct Pace {
  double per_second = 0;
  std::optional<double> left_s = {};  // Unknown if the end is unknown, or too little is done.

  // `share` is from 0 to 1; nothing if the end is unknown.
  static Pace Of(std::uint64_t count, std::optional<double> share, double elapsed_s);
  // "52,000/s, 1 min 5 s left"; empty while nothing is known.
  std::string ToText() const;
};

class ProgressBar {
 public:
  explicit ProgressBar(std::string label);
  // Leaves the line empty.
  ~ProgressBar();
  ProgressBar(const ProgressBar&) = delete;
  ProgressBar& operator=(const ProgressBar&) = delete;

  // `share` is from 0 to 1; nothing if the end is unknown.
  void Show(std::uint64_t count, std::optional<double> share);

 private:
  std::string label_;
  bool is_terminal_ = false;
  std::chrono::steady_clock::time_point start_;
};

}  // namespace orgreg::app
