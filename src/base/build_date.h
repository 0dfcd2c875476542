// SPDX-License-Identifier: EUPL-1.2

// The day on which this program was built. A clock that shows an earlier day is wrong. The day
// comes from SOURCE_DATE_EPOCH, else from the last commit, so that two builds of the same sources
// are the same, else from the day of configuring. Pure; safe from any thread.

#pragma once

#include "base/values/timestamp.h"

namespace orgreg::base {

// Midnight of that day, UTC.
Timestamp BuildDate();

}  // namespace orgreg::base
