// SPDX-License-Identifier: EUPL-1.2

#include "api/account_pages/scaled_text.h"

#include <fmt/format.h>

#include <array>
#include <cmath>

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

int DecimalsOf(double size) {
  if (size < 1) return 2;
  return size < 100 ? 1 : 0;
}

}  // namespace

AmountUnit UnitFor(double largest) {
  for (const AmountUnit& unit : kUnits) {
    if (largest >= unit.size) return unit;
  }
  return {};
}

std::string ScaledText(double amount, const AmountUnit& unit, PageLanguage language) {
  const double size = std::abs(amount) / unit.size;
  if (size >= kFirstGrouped && size < kMostGrouped)
    return WholeText(std::llround(amount / unit.size), language);
  std::string text = fmt::format("{:.{}f}", size, DecimalsOf(size));
  const std::size_t point = text.find('.');
  if (point != std::string::npos) {
    text.erase(text.find_last_not_of('0') + 1);
    if (text.ends_with('.')) text.pop_back();
  }
  if (language != PageLanguage::kEnglish && point < text.size()) text[point] = ',';
  return amount < 0 && text != "0" ? std::string(kMinus).append(text) : text;
}

}  // namespace orgreg::api
