// One line on a terminal that tells how far a long job has come. Writes nothing where
// standard error is no terminal. One thread at a time.

#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace orgreg::app {

class ProgressBar {
 public:
  explicit ProgressBar(std::string label);
  // Leaves the line empty.
  ~ProgressBar();
  ProgressBar(const ProgressBar&) = delete;
  ProgressBar& operator=(const ProgressBar&) = delete;

  // `share` is from 0 to 1; nothing where the end is not known.
  void Show(std::uint64_t count, std::optional<double> share);

 private:
  std::string label_;
  bool is_terminal_ = false;
};

}  // namespace orgreg::app
