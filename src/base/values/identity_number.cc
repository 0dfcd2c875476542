// SPDX-License-Identifier: EUPL-1.2

#include "base/values/identity_number.h"

#include <algorithm>
#include <chrono>
#include <cstring>
#include <span>
#include <string>

#include "base/values/ascii.h"

namespace orgreg::base {
namespace {

constexpr std::array<unsigned, 10> kFirstWeights = {3, 7, 6, 1, 8, 9, 4, 5, 2, 1};
constexpr std::array<unsigned, 11> kSecondWeights = {5, 4, 3, 2, 7, 6, 5, 4, 3, 2, 1};
constexpr unsigned kSyntheticMonth = 80;

unsigned DigitAt(std::span<const char> digits, std::size_t at) {
  return static_cast<unsigned>(digits[at] - '0');
}

unsigned PairAt(std::span<const char> digits, std::size_t at) {
  return DigitAt(digits, at) * 10 + DigitAt(digits, at + 1);
}

// The remainder of the sum of the digits, each times its weight. The last weight is that of the
// check digit itself.
unsigned Remainder(std::span<const char> digits, std::span<const unsigned> weights) {
  unsigned sum = 0;
  for (std::size_t i = 0; i < weights.size(); ++i) sum += DigitAt(digits, i) * weights[i];
  return sum % 11;
}

// Sets the last of the weighed digits so that nothing is left. False where it would be 10.
bool SetCheckDigit(std::span<char> digits, std::span<const unsigned> weights) {
  char& check = digits[weights.size() - 1];
  check = '0';
  const unsigned wanted = (11 - Remainder(digits, weights)) % 11;
  if (wanted == 10) return false;
  check = static_cast<char>('0' + wanted);
  return true;
}

// The month itself, or 0 where it belongs to no family.
unsigned MonthOf(unsigned written) {
  for (const unsigned family : {0U, 40U, 65U, kSyntheticMonth}) {
    if (written > family && written <= family + 12) return written - family;
  }
  return 0;
}

bool HasPossibleDay(std::span<const char> digits) {
  constexpr std::array<unsigned, 13> kDays = {0, 31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
  const unsigned written = PairAt(digits, 0);
  const unsigned day = written > 40 ? written - 40 : written;  // A D-number.
  const unsigned month = MonthOf(PairAt(digits, 2));
  const unsigned year = PairAt(digits, 4);
  if (day == 0 || day > kDays[month]) return false;
  // The century is unknown, so that 00 may be the leap year 2000.
  return month != 2 || day != 29 || year % 4 == 0;
}

bool HasCheckDigits(std::span<const char> digits, ControlRule rule) {
  const unsigned most = rule == ControlRule::kFrom2032 ? 3 : 0;
  return Remainder(digits, kFirstWeights) <= most && Remainder(digits, kSecondWeights) == 0;
}

}  // namespace

std::optional<IdentityNumber> IdentityNumber::Parse(std::string_view text, ControlRule rule) {
  if (text.size() != kDigits || !AreDigits(text)) return std::nullopt;
  if (!HasPossibleDay(text) || !HasCheckDigits(text, rule)) return std::nullopt;
  IdentityNumber number;
  std::copy(text.begin(), text.end(), number.digits_.begin());
  return number;
}

std::optional<IdentityNumber> IdentityNumber::MakeSynthetic(Date born, unsigned individual) {
  if (individual > 999) return std::nullopt;
  const std::chrono::year_month_day day{std::chrono::sys_days(std::chrono::days(born.days()))};
  IdentityNumber number;
  const auto put = [&number](std::size_t at, unsigned value, std::size_t width) {
    for (std::size_t i = width; i-- > 0; value /= 10) {
      number.digits_[at + i] = static_cast<char>('0' + value % 10);
    }
  };
  put(0, static_cast<unsigned>(day.day()), 2);
  put(2, static_cast<unsigned>(day.month()) + kSyntheticMonth, 2);
  put(4, static_cast<unsigned>(static_cast<int>(day.year())), 2);
  put(6, individual, 3);
  const bool exists =
      SetCheckDigit(number.digits_, kFirstWeights) && SetCheckDigit(number.digits_, kSecondWeights);
  if (!exists) return std::nullopt;
  return number;
}

IdentityNumber::~IdentityNumber() { explicit_bzero(digits_.data(), digits_.size()); }

bool operator==(const IdentityNumber& a, const IdentityNumber& b) {
  unsigned difference = 0;
  for (std::size_t i = 0; i < IdentityNumber::kDigits; ++i) {
    difference |= static_cast<unsigned>(a.digits_[i] ^ b.digits_[i]);
  }
  return difference == 0;
}

bool HoldsIdentityNumber(std::string_view text) {
  constexpr std::size_t kDay = 6;
  if (text.size() < IdentityNumber::kDigits) return false;
  for (std::size_t at = 0; at < text.size();) {
    if (!IsDigit(text[at])) {
      ++at;
      continue;
    }
    const std::size_t count = CountDigits(text.substr(at));
    std::string digits(text.substr(at, count));
    const std::size_t behind_sign = at + count + 1;
    if (count == kDay && behind_sign < text.size()) {
      digits.append(text.substr(behind_sign, CountDigits(text.substr(behind_sign))));
    }
    const bool is_number = IdentityNumber::Parse(digits, ControlRule::kFrom2032).has_value();
    explicit_bzero(digits.data(), digits.size());
    if (is_number) return true;
    at += count;
  }
  return false;
}

}  // namespace orgreg::base
