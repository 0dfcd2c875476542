#include "app/progress_bar.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>

namespace orgreg::app {

ProgressBar::ProgressBar(std::string label)
    : label_(std::move(label)), is_terminal_(isatty(STDERR_FILENO) == 1) {}

ProgressBar::~ProgressBar() {
  if (is_terminal_) fmt::print(stderr, "\r\x1b[K");
}

void ProgressBar::Show(std::uint64_t count, std::optional<double> share) {
  if (!is_terminal_) return;
  constexpr double kWidth = 30;
  if (!share) {
    fmt::print(stderr, "\r\x1b[K{} {}", label_, count);
    return;
  }
  const double bounded = std::clamp(*share, 0.0, 1.0);
  const std::string filled(static_cast<std::size_t>(bounded * kWidth), '#');
  fmt::print(stderr, "\r\x1b[K{} [{:<{}}] {:3.0f} %  {}", label_, filled, static_cast<int>(kWidth),
             bounded * 100, count);
  std::fflush(stderr);
}

}  // namespace orgreg::app
