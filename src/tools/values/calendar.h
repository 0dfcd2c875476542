// SPDX-License-Identifier: EUPL-1.2

// The moments at which a fictional register publishes its updates, over the four weeks after the
// day of its inventories: many on working days, most of them in the evening, several at a time,
// as in the feed of a real register. Constant once built; safe from any thread.

#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "base/values/date.h"
#include "base/values/timestamp.h"
#include "tools/values/random.h"

namespace orgreg::tools {

class Calendar {
 public:
  static constexpr int kDays = 28;

  // The more entities, the more moments there are in an hour.
  Calendar(std::uint64_t seed, std::uint64_t entities);

  // A moment from day `first` up to, but not including, day `end`; days count from 0 to kDays.
  base::Timestamp Draw(int first, int end, Random* random) const;
  // The moment of the event `index` of `count` successive ones.
  base::Timestamp At(std::uint64_t index, std::uint64_t count, Random* random) const;

  static int DayOf(base::Timestamp moment);
  static base::Date DateOf(base::Timestamp moment);

 private:
  static constexpr int kHours = 24;

  base::Timestamp MomentIn(std::size_t hour, Random* random) const;

  std::uint64_t seed_ = 0;
  std::uint64_t entities_ = 0;
  // By hour from the first one on: the updates of a real register up to its end.
  std::vector<std::uint64_t> ends_ = {};
};

}  // namespace orgreg::tools
