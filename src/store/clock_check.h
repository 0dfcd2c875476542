// Refuses commits of a clock that is most likely wrong. The time of the feed never goes back, so
// one commit of a clock that is years ahead would keep it there for all commits to come. Pure; safe
// from any thread.

#pragma once

#include "base/result.h"
#include "base/values/timestamp.h"

namespace orgreg::store {

// A clock may be so much ahead of the newest commit, and of the day on which the program was built,
// whichever is later: longer than a register is left alone and a program kept.
inline constexpr int kMostDaysAhead = 366;

// kUnavailable where it is further ahead. Says both times, and what to do where the clock is right.
base::Status CheckClock(base::Timestamp now, base::Timestamp newest_commit,
                        base::Timestamp build_date);

}  // namespace orgreg::store
