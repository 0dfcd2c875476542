// SPDX-License-Identifier: EUPL-1.2

#include "store/clock_check.h"

#include <algorithm>
#include <string>

namespace orgreg::store {

base::Status CheckClock(base::Timestamp now, base::Timestamp newest_commit,
                        base::Timestamp build_date) {
  constexpr std::int64_t kMillisecondsPerDay = 86'400'000;
  const std::int64_t latest = std::max(newest_commit, build_date).milliseconds();
  // The difference may exceed the range of the type.
  if (now.milliseconds() <= latest ||
      static_cast<std::uint64_t>(now.milliseconds()) - static_cast<std::uint64_t>(latest) <=
          static_cast<std::uint64_t>(kMostDaysAhead * kMillisecondsPerDay)) {
    return {};
  }
  const bool is_first = newest_commit.milliseconds() == 0;
  return base::Error{
      base::Code::kUnavailable,
      "the clock says " + now.ToString() + ", more than " + std::to_string(kMostDaysAhead) +
          " days after " +
          (is_first ? std::string() : "the newest commit, " + newest_commit.ToString() + ", and ") +
          "the build of this program, " + build_date.ToString() +
          ", so nothing is written; set the clock right or, where it is right, say so once with "
          "--accept-clock (a server: accept_clock = true)"};
}

}  // namespace orgreg::store
