// SPDX-License-Identifier: EUPL-1.2

#include "base/values/org_number.h"

#include <algorithm>
#include <array>

namespace orgreg::base {

std::optional<OrgNumber> OrgNumber::Parse(std::string_view text) {
  if (text.size() != kDigits) return std::nullopt;
  std::uint32_t value = 0;
  for (const char c : text) {
    if (c < '0' || c > '9') return std::nullopt;
    value = value * 10 + static_cast<std::uint32_t>(c - '0');
  }
  return OrgNumber(value);
}

bool OrgNumber::HasValidCheckDigit() const {
  constexpr std::array<std::uint32_t, 8> kWeights = {2, 3, 4, 5, 6, 7, 2, 3};  // From the right.
  std::uint32_t sum = 0;
  std::uint32_t rest = value_ / 10;
  for (const std::uint32_t weight : kWeights) {
    sum += rest % 10 * weight;
    rest /= 10;
  }
  const std::uint32_t check = (11 - sum % 11) % 11;
  return check != 10 && check == value_ % 10;
}

void OrgNumber::AppendTo(std::string* out) const {
  std::array<char, kDigits> digits = {};
  std::uint32_t rest = value_;
  for (auto digit = digits.rbegin(); digit != digits.rend(); ++digit) {
    *digit = static_cast<char>('0' + rest % 10);
    rest /= 10;
  }
  out->append(digits.data(), digits.size());
}

std::string OrgNumber::ToString() const {
  std::string text;
  AppendTo(&text);
  return text;
}

}  // namespace orgreg::base
