// SPDX-License-Identifier: EUPL-1.2

#include "base/values/time_zone.h"

#include <unicode/timezone.h>

namespace orgreg::base {

std::optional<TimeZone> TimeZone::Find(std::string_view name) {
  const icu::UnicodeString text =
      icu::UnicodeString::fromUTF8({name.data(), static_cast<int>(name.size())});
  std::shared_ptr<const icu::TimeZone> rules(icu::TimeZone::createTimeZone(text));
  if (*rules == icu::TimeZone::getUnknown()) return std::nullopt;
  return TimeZone(std::move(rules));
}

const TimeZone& TimeZone::Utc() {
  static const TimeZone utc(std::shared_ptr<const icu::TimeZone>(icu::TimeZone::getGMT()->clone()));
  return utc;
}

std::chrono::minutes TimeZone::OffsetAt(Timestamp time) const {
  UErrorCode error = U_ZERO_ERROR;
  std::int32_t standard_ms = 0;
  std::int32_t summer_ms = 0;
  rules_->getOffset(static_cast<UDate>(time.milliseconds()), false, standard_ms, summer_ms, error);
  // Not reached with rules that work.
  if (U_FAILURE(error)) return std::chrono::minutes(0);
  return std::chrono::floor<std::chrono::minutes>(
      std::chrono::milliseconds(standard_ms + summer_ms));
}

}  // namespace orgreg::base
