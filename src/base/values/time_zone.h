// SPDX-License-Identifier: EUPL-1.2

// A time zone by its name in the IANA database, with the rules that ICU has for it. It does not
// change; any thread may use it.

#pragma once

#include <unicode/uversion.h>

#include <chrono>
#include <memory>
#include <optional>
#include <string_view>
#include <utility>

#include "base/values/timestamp.h"

U_NAMESPACE_BEGIN
class TimeZone;
U_NAMESPACE_END

namespace orgreg::base {

class TimeZone {
 public:
  // "Europe/Oslo"; nothing if there is no such zone.
  static std::optional<TimeZone> Find(std::string_view name);
  static const TimeZone& Utc();

  // What its clocks show more than those of UTC at that moment; negative west of Greenwich.
  std::chrono::minutes OffsetAt(Timestamp time) const;

  // For calendars; lives as long as any copy of this.
  const icu::TimeZone& rules() const { return *rules_; }

 private:
  explicit TimeZone(std::shared_ptr<const icu::TimeZone> rules) : rules_(std::move(rules)) {}

  std::shared_ptr<const icu::TimeZone> rules_;  // Never null.
};

}  // namespace orgreg::base
