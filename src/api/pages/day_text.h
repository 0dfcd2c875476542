// SPDX-License-Identifier: EUPL-1.2

// Days and times as people write them in each language. The datetime attribute of <time> takes
// ToString() of the value. Pure; safe from any thread.

#pragma once

#include <string>

#include "api/pages/page_language.h"
#include "base/values/date.h"
#include "base/values/time_zone.h"
#include "base/values/timestamp.h"

namespace orgreg::api {

// "24.12.2025"; in English "24 December 2025", with no-break spaces.
std::string DayText(base::Date day, PageLanguage language);

// To the minute, as the clocks of the zone show it, with what they differ from UTC:
// "24.12.2025 kl. 14.05 UTC+1", in English "24 December 2025 at 14:05 UTC+1".
std::string TimeText(base::Timestamp time, const base::TimeZone& zone, PageLanguage language);

}  // namespace orgreg::api
