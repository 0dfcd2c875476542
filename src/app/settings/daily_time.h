// SPDX-License-Identifier: EUPL-1.2

// A time of day in a time zone, as an instant: a nightly task runs exactly once a day, also when
// the clocks change. A time that a day skips becomes the first moment after the gap; if a time
// occurs twice, the first counts. It does not change; any thread may use it.

#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "base/result.h"
#include "base/values/date.h"

namespace orgreg::app {

class DailyTime {
 public:
  // Takes "05:00" and "Europe/Oslo". kInvalid if the time or the zone does not exist.
  static base::Result<DailyTime> Make(std::string_view time, const std::string& zone);
  DailyTime(DailyTime&&) noexcept;
  DailyTime& operator=(DailyTime&&) noexcept;
  ~DailyTime();

  // The last instant at or before `now`; both in milliseconds since 1970, UTC.
  std::int64_t LastBefore(std::int64_t now_ms) const;
  // The instant of a day, in years 1583–9999; "00:00" is the day's first moment.
  std::int64_t On(base::Date day) const;

 private:
  struct State;  // Keeps ICU out of this header.
  explicit DailyTime(std::unique_ptr<State> state);

  std::unique_ptr<State> state_;
};

bool IsTimeOfDay(std::string_view text);
bool IsTimeZone(std::string_view name);

}  // namespace orgreg::app
