// SPDX-License-Identifier: EUPL-1.2

#include "base/values/decimal.h"

#include <algorithm>
#include <charconv>

#include "base/values/ascii.h"

namespace orgreg::base {
namespace {

// A number taken apart: its digits without the point, and the position of the point.
struct Parts {
  bool negative = false;
  std::string digits;
  long point = 0;  // Digits before the point; may be negative or past the end.
};

std::string_view TakeDigits(std::string_view* rest) {
  const std::string_view digits = rest->substr(0, CountDigits(*rest));
  rest->remove_prefix(digits.size());
  return digits;
}

// Reads "e12" if it is there. False where it is there and wrong.
bool TakeExponent(std::string_view* rest, long* exponent) {
  if (rest->empty() || (rest->front() != 'e' && rest->front() != 'E')) return true;
  rest->remove_prefix(1);
  if (rest->starts_with("+-")) return false;
  if (rest->starts_with('+')) rest->remove_prefix(1);
  const auto [end, error] = std::from_chars(rest->data(), rest->data() + rest->size(), *exponent);
  if (error != std::errc()) return false;
  rest->remove_prefix(static_cast<std::size_t>(end - rest->data()));
  return *exponent <= long{Decimal::kMaxDigits} && *exponent >= -long{Decimal::kMaxDigits};
}

std::optional<Parts> TakeApart(std::string_view rest) {
  Parts parts;
  if (rest.starts_with('-') || rest.starts_with('+')) {
    parts.negative = rest.front() == '-';
    rest.remove_prefix(1);
  }
  const std::string_view whole = TakeDigits(&rest);
  if (whole.empty() && !rest.starts_with('.')) return std::nullopt;
  std::string_view fraction;
  if (!rest.empty() && rest.front() == '.') {
    rest.remove_prefix(1);
    fraction = TakeDigits(&rest);
    if (fraction.empty()) return std::nullopt;
  }
  long exponent = 0;
  if (!TakeExponent(&rest, &exponent) || !rest.empty()) return std::nullopt;
  if (whole.size() + fraction.size() > Decimal::kMaxDigits) return std::nullopt;
  parts.digits.append(whole).append(fraction);
  parts.negative = parts.negative && parts.digits.find_first_not_of('0') != std::string::npos;
  parts.point = static_cast<long>(whole.size()) + exponent;
  return parts;
}

}  // namespace

std::optional<Decimal> Decimal::Parse(std::string_view text) {
  std::optional<Parts> parts = TakeApart(text);
  if (!parts) return std::nullopt;
  std::string& digits = parts->digits;
  if (parts->point < 0) {
    digits.insert(0, static_cast<std::size_t>(-parts->point), '0');
    parts->point = 0;
  }
  auto point = static_cast<std::size_t>(parts->point);
  if (digits.size() < point + 2) digits.append(point + 2 - digits.size(), '0');
  std::size_t leading = 0;
  while (leading + 1 < point && digits[leading] == '0') ++leading;
  // The limit holds for the written form, so that every accepted number can be read again.
  const std::size_t whole_digits = std::max<std::size_t>(point - leading, 1);
  if (whole_digits + (digits.size() - point) > kMaxDigits) return std::nullopt;
  Decimal decimal;
  decimal.text_.assign(parts->negative ? "-" : "");
  decimal.text_.append(point == 0 ? "0" : digits.substr(leading, point - leading));
  decimal.text_.append(".").append(digits, point);
  return decimal;
}

}  // namespace orgreg::base
