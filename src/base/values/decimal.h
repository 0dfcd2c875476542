// SPDX-License-Identifier: EUPL-1.2

// An exact decimal number as money is written. It is kept as text, never as a binary float,
// so that it is served as it was read. A value type.

#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace orgreg::base {

class Decimal {
 public:
  // More digits than any amount has, and few enough to refuse a flood of them.
  static constexpr std::size_t kMaxDigits = 400;

  Decimal() = default;

  // Digits with an optional point, sign and exponent: "12.5", "+5", ".5", "-1e3". The text is
  // normalised: no plus sign, no minus sign before zero, no exponent, no superfluous leading
  // zero, at least two decimals (reference: money is written with two); further decimals are
  // kept. Nothing where it is not a number or has more than kMaxDigits.
  static std::optional<Decimal> Parse(std::string_view text);

  const std::string& text() const { return text_; }

  friend bool operator==(const Decimal&, const Decimal&) = default;

 private:
  std::string text_ = "0.00";
};

}  // namespace orgreg::base
