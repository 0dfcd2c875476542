// SPDX-License-Identifier: EUPL-1.2

#include "api/pages/number_text.h"

#include <cstddef>

#include "model/limits.h"

namespace orgreg::api {
namespace {

constexpr std::string_view kNoBreakSpace = "\u00A0";
constexpr std::string_view kMinus = "\u2212";
constexpr std::size_t kGroup = 3;

std::string_view SeparatorOf(PageLanguage language) {
  return language == PageLanguage::kEnglish ? "," : kNoBreakSpace;
}

// Digits in groups of three, counted from the right.
void AppendGrouped(std::string_view digits, std::string_view separator, std::string* out) {
  for (std::size_t at = 0; at < digits.size(); ++at) {
    if (at > 0 && (digits.size() - at) % kGroup == 0) out->append(separator);
    out->push_back(digits[at]);
  }
}

// Of a number with a sign or without, and with decimals after a point or without.
std::string Written(std::string_view number, PageLanguage language) {
  std::string text;
  if (number.starts_with('-')) {
    text = kMinus;
    number.remove_prefix(1);
  }
  const std::size_t point = number.find('.');
  AppendGrouped(number.substr(0, point), SeparatorOf(language), &text);
  if (point == std::string_view::npos) return text;
  const std::string_view decimals = number.substr(point + 1);
  if (decimals.find_first_not_of('0') == std::string_view::npos) return text;
  return text.append(language == PageLanguage::kEnglish ? "." : ",").append(decimals);
}

}  // namespace

std::string WholeText(std::int64_t number, PageLanguage language) {
  return Written(std::to_string(number), language);
}

std::string AmountText(const base::Decimal& amount, PageLanguage language) {
  return Written(amount.text(), language);
}

std::string MoneyText(const base::Decimal& amount, std::string_view currency,
                      PageLanguage language) {
  std::string text = AmountText(amount, language);
  if (currency.empty()) return text;
  if (language == PageLanguage::kEnglish)
    return std::string(currency).append(kNoBreakSpace).append(text);
  return text.append(kNoBreakSpace).append(currency);
}

std::string EmployeesText(model::Count employees, PageLanguage language) {
  constexpr std::string_view kFew = "1\u20134";
  static_assert(model::kFewestShownEmployees == 5);
  if (!employees) return {};
  const bool is_few = *employees > 0 && *employees < model::kFewestShownEmployees;
  return is_few ? std::string(kFew) : WholeText(*employees, language);
}

std::string OrgNumberText(base::OrgNumber number) {
  std::string text;
  AppendGrouped(number.ToString(), kNoBreakSpace, &text);
  return text;
}

}  // namespace orgreg::api
