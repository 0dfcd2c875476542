// SPDX-License-Identifier: EUPL-1.2

#include "api/account_pages/scaled_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "api/pages/number_text.h"

namespace orgreg::api {
namespace {

constexpr std::string_view kMinus = "\u2212";

// From the largest.
constexpr std::array kUnits = {
    AmountUnit{1e9, "account.billions"},
    AmountUnit{1e6, "account.millions"},
    AmountUnit{1e3, "account.thousands"},
};

// Numbers of four digits and more have a separator, as long as they are whole numbers of 64 bits.
constexpr double kFirstGrouped = 999.5;
constexpr double kMostGrouped = 1e18;

// Sizes from which numbers have one decimal, and none.
constexpr double kFirstOfOneDecimal = 0.1;
constexpr double kFirstWhole = 100;

// The most decimals by the smallest size that is not zero.
int MostDecimals(std::span<const double> amounts, double unit) {
  double smallest = std::numeric_limits<double>::infinity();
  for (const double amount : amounts) {
    if (amount != 0) smallest = std::min(smallest, std::abs(amount) / unit);
  }
  if (smallest < kFirstOfOneDecimal) return 2;
  return smallest < kFirstWhole ? 1 : 0;
}

double Rounded(double size, int decimals) {
  const double power = std::pow(10, decimals);
  return std::round(size * power) / power;
}

}  // namespace

AmountUnit UnitFor(double largest) {
  for (const AmountUnit& unit : kUnits) {
    if (largest >= unit.size) return unit;
  }
  return {};
}

int DecimalsFor(std::span<const double> amounts, const AmountUnit& unit) {
  const int most = MostDecimals(amounts, unit.size);
  int decimals = 0;
  const auto is_as_exact = [&](double amount) {
    const double size = amount / unit.size;
    return Rounded(size, decimals) == Rounded(size, most);
  };
  while (decimals < most && !std::ranges::all_of(amounts, is_as_exact)) ++decimals;
  return decimals;
}

std::string ScaledText(double amount, const AmountUnit& unit, int decimals, PageLanguage language) {
  const double size = std::abs(amount) / unit.size;
  if (size >= kFirstGrouped && size < kMostGrouped)
    return WholeText(std::llround(amount / unit.size), language);
  std::string text = fmt::format("{:.{}f}", size, decimals);
  if (text.find_first_not_of("0.") == std::string::npos) return "0";
  const std::size_t point = text.find('.');
  if (language != PageLanguage::kEnglish && point != std::string::npos) text[point] = ',';
  return amount < 0 ? std::string(kMinus).append(text) : text;
}

}  // namespace orgreg::api
