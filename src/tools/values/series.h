// SPDX-License-Identifier: EUPL-1.2

// The series of organisation numbers, for both kinds together, and the days on which they were
// issued. A serial is a place in the series, 0 for the oldest.
//
// As in a real register, numbers whose eight digits begin 95–99 came first (1995–2012) and 91–93
// after them, and every ninth to tenth begins with 8. Pure; safe from any thread.

#pragma once

#include <chrono>
#include <cstdint>

#include "base/values/date.h"
#include "base/values/org_number.h"

namespace orgreg::tools {

// The number whose first eight digits are 90000000 + `body`. If 9… would need the check digit 10,
// the number is issued with 8 in front, which gives the check digit 2. `body` is below 10'000'000.
base::OrgNumber NumberFromBody(std::uint32_t body);

class NumberSeries {
 public:
  // The most serials that the series has room for.
  static constexpr std::uint64_t kRoom = 7'850'000;

  // `serials` is at most kRoom.
  NumberSeries(std::uint64_t seed, std::uint64_t serials);

  std::uint64_t size() const { return older_ + newer_; }
  // Serials below this one have numbers above all others: 95… after 91….
  std::uint64_t first_newer() const { return older_; }

  base::OrgNumber Number(std::uint64_t serial) const;
  // Never decreases from one serial to the next.
  base::Date IssuedOn(std::uint64_t serial) const;

 private:
  std::uint64_t seed_ = 0;
  std::uint64_t older_ = 0;
  std::uint64_t newer_ = 0;
};

// The day of the register's state; nothing in it happens later.
base::Date SnapshotDay();

std::chrono::year_month_day CalendarOf(base::Date day);

}  // namespace orgreg::tools
