// SPDX-License-Identifier: EUPL-1.2

// Where lines of a log go: a file, which is opened again when it was moved away, or standard
// output. For one thread.

#pragma once

#include <chrono>
#include <cstddef>
#include <string>
#include <string_view>
#include <utility>

#include "base/files/descriptor.h"
#include "base/result.h"

namespace orgreg::app {

// In the place of a path.
inline constexpr std::string_view kStandardOutput = "-";

// Succeeds if a log can be written there, as far as that can be seen without making a file.
base::Status CheckLogOutput(const std::string& path);

class LogOutput {
 public:
  using Clock = std::chrono::steady_clock;

  // Opens nothing yet.
  explicit LogOutput(std::string path) : path_(std::move(path)) {}

  // Writes whole lines, and returns how many bytes of them are written for sure: fewer after an
  // error, or if the reader of standard output has not taken them until `end`. A file that is not
  // open is opened first. A line that was cut by an error is ended before the next one.
  std::size_t Write(std::string_view lines, Clock::time_point end);

  // The next Write opens the file of the name anew.
  void Reopen() { file_ = {}; }

  // Why the last Write failed; empty if it did not.
  const std::string& problem() const { return problem_; }

 private:
  bool IsOpen();
  // Returns how many bytes were written; 0 if none could be.
  std::size_t WriteSome(std::string_view text, Clock::time_point end);
  bool IsReady(Clock::time_point end);

  const std::string path_;
  base::Descriptor file_;
  bool ends_within_line_ = false;
  std::string problem_;
};

}  // namespace orgreg::app
