// SPDX-License-Identifier: EUPL-1.2

#include "tools/values/calendar.h"

#include <algorithm>
#include <array>

#include "tools/values/series.h"

namespace orgreg::tools {
namespace {

constexpr std::int64_t kMillisecondsPerHour = 3'600'000;
constexpr std::int64_t kMillisecondsPerDay = 24 * kMillisecondsPerHour;

// Updates of entities of a real register of 1,171,373, from Monday on.
constexpr std::array<std::uint64_t, 7> kPerDay = {7000, 7200, 7400, 7000, 6400, 300, 198};
constexpr std::uint64_t kRealEntities = 1'171'373;
// How many of 1,000 are published in each hour, UTC.
constexpr std::array<std::uint64_t, 24> kPerHour = {2,   2,  8,  4, 5, 8, 12,  14, 16, 16, 18, 16,
                                                    140, 14, 12, 8, 7, 6, 630, 3,  2,  1,  54, 2};
// Updates that share a moment, on average.
constexpr std::uint64_t kPerMoment = 17;

std::int32_t FirstDay() { return SnapshotDay().days() + 1; }

// 0 is Monday. The first day of 1970 was a Thursday.
std::size_t WeekdayOf(std::int32_t day) { return static_cast<std::size_t>(day + 3) % 7; }

}  // namespace

Calendar::Calendar(std::uint64_t seed, std::uint64_t entities) : seed_(seed), entities_(entities) {
  std::uint64_t end = 0;
  for (std::int32_t day = 0; day < kDays; ++day) {
    for (const std::uint64_t share : kPerHour) {
      ends_.push_back(end += kPerDay[WeekdayOf(FirstDay() + day)] * share);
    }
  }
}

base::Timestamp Calendar::Draw(int first, int end, Random* random) const {
  const auto updates_before = [this](int day) {
    return day == 0 ? 0 : ends_[static_cast<std::size_t>(day) * kHours - 1];
  };
  const std::uint64_t begin = updates_before(first);
  const std::uint64_t at = begin + random->Below(updates_before(end) - begin);
  const auto hour = std::ranges::upper_bound(ends_, at) - ends_.begin();
  return MomentIn(static_cast<std::size_t>(hour), random);
}

base::Timestamp Calendar::At(std::uint64_t index, std::uint64_t count, Random* random) const {
  const std::uint64_t share = ends_.back() / count;
  const std::uint64_t at = index * share + random->Below(share);
  const auto hour = std::ranges::upper_bound(ends_, at) - ends_.begin();
  return MomentIn(static_cast<std::size_t>(hour), random);
}

// An hour has as many moments as its updates need; some have far more updates than others.
base::Timestamp Calendar::MomentIn(std::size_t hour, Random* random) const {
  constexpr std::uint64_t kThousand = 1000;
  const std::uint64_t weight = ends_[hour] - (hour == 0 ? 0 : ends_[hour - 1]);
  const std::uint64_t updates = weight * entities_ / (kRealEntities * kThousand);
  const std::uint64_t moment = random->EarlyOf(updates / kPerMoment + 1);
  constexpr std::uint64_t kMoments = 1024;  // More than an hour has.
  Random own(seed_, Stream::kMoment, hour * kMoments + moment);
  return base::Timestamp::FromMilliseconds(
      FirstDay() * kMillisecondsPerDay + static_cast<std::int64_t>(hour) * kMillisecondsPerHour +
      static_cast<std::int64_t>(own.Below(kMillisecondsPerHour)));
}

int Calendar::DayOf(base::Timestamp moment) { return DateOf(moment).days() - FirstDay(); }

base::Date Calendar::DateOf(base::Timestamp moment) {
  return base::Date::FromDays(
      static_cast<std::int32_t>(moment.milliseconds() / kMillisecondsPerDay));
}

}  // namespace orgreg::tools
