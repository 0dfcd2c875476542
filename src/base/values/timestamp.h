// SPDX-License-Identifier: EUPL-1.2

// A moment, to the millisecond and in UTC, written yyyy-MM-dd'T'HH:mm:ss.SSS'Z' (spec, Common
// structures). A value type.

#pragma once

#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace orgreg::base {

class Timestamp {
 public:
  constexpr Timestamp() = default;
  // Since 1970-01-01; the year must lie in 1–9999.
  static constexpr Timestamp FromMilliseconds(std::int64_t milliseconds) {
    Timestamp timestamp;
    timestamp.milliseconds_ = milliseconds;
    return timestamp;
  }
  // Exactly the form above, with a day that exists, years 0001–9999, and no leap second.
  static std::optional<Timestamp> Parse(std::string_view text);

  constexpr std::int64_t milliseconds() const { return milliseconds_; }
  void AppendTo(std::string* out) const;
  std::string ToString() const;

  friend constexpr auto operator<=>(Timestamp, Timestamp) = default;

 private:
  std::int64_t milliseconds_ = 0;
};

}  // namespace orgreg::base
