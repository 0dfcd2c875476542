// SPDX-License-Identifier: EUPL-1.2

#include "tools/values/series.h"

#include <algorithm>
#include <array>

#include "tools/values/random.h"

namespace orgreg::tools {
namespace {

constexpr std::uint32_t kBodies = 10'000'000;
// Where the two parts of the series begin, and how many numbers each holds.
constexpr std::uint32_t kOlderStart = 5'000'000;  // 95…
constexpr std::uint64_t kOlderRoom = 5'000'000;
constexpr std::uint32_t kNewerStart = 1'000'000;  // 91…
constexpr std::uint64_t kNewerRoom = NumberSeries::kRoom - kOlderRoom;
// More of the units that still exist are young ones.
constexpr double kNewerShare = 0.55;

// 1995-02-19, 1995-06-01, 2013-01-01 and 2026-08-25.
constexpr std::int32_t kFirstDay = 9180;
constexpr std::int32_t kEndOfFirstMonths = 9282;
constexpr std::int32_t kFirstNewerDay = 15706;
constexpr std::int32_t kSnapshotDay = 20690;
// When the register was opened, it took over this share (1 / n) of the units from before 2013.
constexpr std::uint64_t kTakenOver = 8;

std::int32_t Along(std::int32_t first, std::int32_t end, std::uint64_t step, std::uint64_t steps) {
  const auto days = static_cast<std::uint64_t>(end - first);
  return first + static_cast<std::int32_t>(days * step / std::max<std::uint64_t>(steps, 1));
}

}  // namespace

base::OrgNumber NumberFromBody(std::uint32_t body) {
  constexpr std::array<std::uint32_t, 8> kWeights = {2, 3, 4, 5, 6, 7, 2, 3};  // From the right.
  const std::uint32_t eight_digits = 9 * kBodies + body;
  std::uint32_t sum = 0;
  std::uint32_t rest = eight_digits;
  for (const std::uint32_t weight : kWeights) {
    sum += rest % 10 * weight;
    rest /= 10;
  }
  const std::uint32_t check = (11 - sum % 11) % 11;
  constexpr std::uint32_t kNoCheckDigit = 10;
  if (check == kNoCheckDigit) return base::OrgNumber((eight_digits - kBodies) * 10 + 2);
  return base::OrgNumber(eight_digits * 10 + check);
}

NumberSeries::NumberSeries(std::uint64_t seed, std::uint64_t serials) : seed_(seed) {
  const auto wanted = static_cast<std::uint64_t>(kNewerShare * static_cast<double>(serials));
  newer_ = std::min(wanted, kNewerRoom);
  older_ = serials - newer_;
}

base::OrgNumber NumberSeries::Number(std::uint64_t serial) const {
  const bool is_newer = serial >= older_;
  const std::uint64_t room = is_newer ? kNewerRoom : kOlderRoom;
  const std::uint64_t count = is_newer ? newer_ : older_;
  const std::uint64_t step = is_newer ? serial - older_ : serial;
  // A place in the stretch of this serial.
  const std::uint64_t offset = Random(seed_, Stream::kNumber, serial).Below(room / count);
  const auto body = static_cast<std::uint32_t>(step * room / count + offset);
  return NumberFromBody((is_newer ? kNewerStart : kOlderStart) + body);
}

base::Date NumberSeries::IssuedOn(std::uint64_t serial) const {
  if (serial >= older_) {
    return base::Date::FromDays(Along(kFirstNewerDay, kSnapshotDay, serial - older_, newer_));
  }
  const std::uint64_t taken_over = older_ / kTakenOver;
  if (serial < taken_over) {
    return base::Date::FromDays(Along(kFirstDay, kEndOfFirstMonths, serial, taken_over));
  }
  return base::Date::FromDays(
      Along(kEndOfFirstMonths, kFirstNewerDay, serial - taken_over, older_ - taken_over));
}

base::Date SnapshotDay() { return base::Date::FromDays(kSnapshotDay); }

std::chrono::year_month_day CalendarOf(base::Date day) {
  return std::chrono::sys_days(std::chrono::days(day.days()));
}

}  // namespace orgreg::tools
