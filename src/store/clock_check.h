// SPDX-License-Identifier: EUPL-1.2

// Refuses commits of a clock that is most likely wrong. The time of the feed never goes back, so
// one commit of a clock that is years ahead would set the time of all later commits. Pure; safe
// from any thread.

#pragma once

#include "base/result.h"
#include "base/values/timestamp.h"

namespace orgreg::store {

// The most that a clock may be ahead of the newest commit or of the day on which the program was
// built, whichever is later: longer than a register is left alone and a program is in use.
inline constexpr int kMostDaysAhead = 366;

// kUnavailable if it is further ahead. The message has both times, and what to do if the clock is
// right.
base::Status CheckClock(base::Timestamp now, base::Timestamp newest_commit,
                        base::Timestamp build_date);

}  // namespace orgreg::store
