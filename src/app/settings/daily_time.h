// A time of day in a time zone, as an instant: what happens every night happens exactly once
// a day, also where the clocks are changed. A time that a day does not have is taken as soon
// after it as the day goes on; of one that comes twice, the first counts. Unchanging; any
// thread.

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
  // "05:00" and "Europe/Oslo". kInvalid where either is not one.
  static base::Result<DailyTime> Make(std::string_view time, const std::string& zone);
  DailyTime(DailyTime&&) noexcept;
  DailyTime& operator=(DailyTime&&) noexcept;
  ~DailyTime();

  // The last one at or before `now`; both in milliseconds since 1970, UTC.
  std::int64_t LastBefore(std::int64_t now_ms) const;
  // That of a day, in years 1583–9999; of "00:00" it is the day's first moment.
  std::int64_t On(base::Date day) const;

 private:
  struct State;  // Keeps ICU out of this header.
  explicit DailyTime(std::unique_ptr<State> state);

  std::unique_ptr<State> state_;
};

bool IsTimeOfDay(std::string_view text);
bool IsTimeZone(std::string_view name);

}  // namespace orgreg::app
