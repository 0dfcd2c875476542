// SPDX-License-Identifier: EUPL-1.2

// A calendar day, written yyyy-MM-dd (spec, Common structures). A value type.

#pragma once

#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace orgreg::base {

class Date {
 public:
  constexpr Date() = default;
  // Days since 1970-01-01; the year must lie in 1–9999.
  static constexpr Date FromDays(std::int32_t days) {
    Date date;
    date.days_ = days;
    return date;
  }
  // Exactly "yyyy-MM-dd" with a day that exists, years 0001–9999.
  static std::optional<Date> Parse(std::string_view text);

  constexpr std::int32_t days() const { return days_; }
  void AppendTo(std::string* out) const;
  std::string ToString() const;

  friend constexpr auto operator<=>(Date, Date) = default;

 private:
  std::int32_t days_ = 0;
};

}  // namespace orgreg::base
