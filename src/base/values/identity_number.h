// SPDX-License-Identifier: EUPL-1.2

// An identification number of a person: eleven digits, of which the first six are a day of birth,
// the next three distinguish people of one day and the last two (k1 and k2) are check digits.
// It is personal data: the number wipes itself when it is destroyed, cannot be streamed or
// formatted, and only Reveal() gives its digits. A caller that copies them wipes the copy.
//
// Four families are accepted by the month, each also as a D-number (day + 40): numbers in use,
// and synthetic ones that no person has, with 40, 65 or 80 added to the month. The century
// is not derived: numbers of the second rule below no longer contain it.
//
// A value type; safe to copy between threads.

#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

#include "base/values/date.h"

namespace orgreg::base {

// How k1 is checked, which each installation sets. Both rules weigh the digits before a check
// digit, add the check digit itself and take the remainder modulo 11. k2 must leave 0 in both.
//   k1 weights: 3 7 6 1 8 9 4 5 2     k2 weights: 5 4 3 2 7 6 5 4 3 2
// The tax administration will issue numbers by the second rule from 2032 on, and advises to
// accept it before ("Nytt fødselsnummer fra 2032" in the documentation of the population
// register). It accepts whatever the first one accepts.
enum class ControlRule : std::uint8_t {
  kPresent,   // k1 leaves 0
  kFrom2032,  // k1 leaves 0, 1, 2 or 3
};

class IdentityNumber {
 public:
  static constexpr std::size_t kDigits = 11;

  // Exactly eleven ASCII digits, nothing around them, of a day that can exist (29 February only
  // in years divisible by four) and with the check digits of `rule`.
  static std::optional<IdentityNumber> Parse(std::string_view text, ControlRule rule);

  // The number of the synthetic family month + 80 for a day and `individual` (0–999), valid by
  // both rules. Nothing for the one in six that no check digits exist for: try the next one.
  static std::optional<IdentityNumber> MakeSynthetic(Date born, unsigned individual);

  IdentityNumber(const IdentityNumber&) = default;
  IdentityNumber& operator=(const IdentityNumber&) = default;
  ~IdentityNumber();

  // The eleven digits, which live as long as this object.
  std::string_view Reveal() const { return {digits_.data(), digits_.size()}; }

  // True for the families that no person has.
  bool IsSynthetic() const { return digits_[2] >= '4'; }

  // Comparing takes the same time wherever two numbers differ.
  friend bool operator==(const IdentityNumber& a, const IdentityNumber& b);

 private:
  IdentityNumber() = default;

  std::array<char, kDigits> digits_ = {};
};

// Returns true if the text contains an identification number by the laxer rule: eleven digits, not
// next to other digits, together or with one sign after the sixth, as they are usually written.
bool HoldsIdentityNumber(std::string_view text);

}  // namespace orgreg::base
