// SPDX-License-Identifier: EUPL-1.2

// An organisation number: nine digits that name one unit for ever.
// A value type; safe to copy between threads.

#pragma once

#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace orgreg::base {

class OrgNumber {
 public:
  static constexpr std::size_t kDigits = 9;
  static constexpr std::uint32_t kLimit = 1'000'000'000;

  constexpr OrgNumber() = default;
  // `value` below kLimit.
  explicit constexpr OrgNumber(std::uint32_t value) : value_(value) {}

  // Exactly nine ASCII digits, nothing around them. The check digit is not demanded:
  // the specification only asks for nine digits.
  static std::optional<OrgNumber> Parse(std::string_view text);

  // Numbers are issued with a check digit modulo 11 (weights 3 2 7 6 5 4 3 2).
  bool HasValidCheckDigit() const;

  constexpr std::uint32_t value() const { return value_; }
  void AppendTo(std::string* out) const;
  std::string ToString() const;

  friend constexpr auto operator<=>(OrgNumber, OrgNumber) = default;

 private:
  std::uint32_t value_ = 0;
};

}  // namespace orgreg::base
