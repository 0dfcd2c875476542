// The day on which this program was built, by which a wrong clock is told: no clock is much before
// it. Of SOURCE_DATE_EPOCH, or else of the last commit, so that two builds of the same sources are
// the same; of the day of configuring where there is neither. Pure; safe from any thread.

#pragma once

#include "base/values/timestamp.h"

namespace orgreg::base {

// Midnight of that day, UTC.
Timestamp BuildDate();

}  // namespace orgreg::base
