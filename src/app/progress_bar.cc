// SPDX-License-Identifier: EUPL-1.2

#include "app/progress_bar.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <utility>

namespace orgreg::app {
namespace {

// Before this much is done, or this much time has passed, an estimate would be unsteady.
constexpr double kLeastShare = 0.01;
constexpr double kLeastSeconds = 1;
constexpr std::uint64_t kThousand = 1000;

// Writes a number with a comma between thousands.
std::string Grouped(std::uint64_t number) {
  if (number < kThousand) return std::to_string(number);
  return Grouped(number / kThousand) + fmt::format(",{:03}", number % kThousand);
}

std::string ShownSeconds(double seconds) {
  const auto whole = static_cast<std::uint64_t>(std::ceil(seconds));
  if (whole < 60) return fmt::format("{} s", whole);
  if (whole < 3600) return fmt::format("{} min {} s", whole / 60, whole % 60);
  return fmt::format("{} h {} min", whole / 3600, whole / 60 % 60);
}

}  // namespace

Pace Pace::Of(std::uint64_t count, std::optional<double> share, double elapsed_s) {
  Pace pace;
  if (elapsed_s < kLeastSeconds) return pace;
  pace.per_second = static_cast<double>(count) / elapsed_s;
  if (share && *share >= kLeastShare) {
    pace.left_s = elapsed_s * (1 - std::min(*share, 1.0)) / std::min(*share, 1.0);
  }
  return pace;
}

std::string Pace::ToText() const {
  if (per_second == 0) return {};
  std::string text = Grouped(static_cast<std::uint64_t>(per_second)) + "/s";
  if (left_s) text.append(", ").append(ShownSeconds(*left_s)).append(" left");
  return text;
}

ProgressBar::ProgressBar(std::string label)
    : label_(std::move(label)),
      is_terminal_(isatty(STDERR_FILENO) == 1),
      start_(std::chrono::steady_clock::now()) {}

ProgressBar::~ProgressBar() {
  if (is_terminal_) fmt::print(stderr, "\r\x1b[K");
}

void ProgressBar::Show(std::uint64_t count, std::optional<double> share) {
  if (!is_terminal_) return;
  constexpr double kWidth = 30;
  const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - start_;
  const std::string pace = Pace::Of(count, share, elapsed.count()).ToText();
  if (!share) {
    fmt::print(stderr, "\r\x1b[K{} {}  {}", label_, Grouped(count), pace);
    std::fflush(stderr);
    return;
  }
  const double bounded = std::clamp(*share, 0.0, 1.0);
  const std::string filled(static_cast<std::size_t>(bounded * kWidth), '#');
  fmt::print(stderr, "\r\x1b[K{} [{:<{}}] {:3.0f} %  {}  {}", label_, filled,
             static_cast<int>(kWidth), bounded * 100, Grouped(count), pace);
  std::fflush(stderr);
}

}  // namespace orgreg::app
