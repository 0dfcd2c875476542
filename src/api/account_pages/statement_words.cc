// SPDX-License-Identifier: EUPL-1.2

#include "api/account_pages/statement_words.h"

#include <optional>
#include <string_view>

#include "api/pages/day_text.h"
#include "api/pages/number_text.h"
#include "base/values/date.h"
#include "base/values/decimal.h"
#include "model/statements/fields.h"

namespace orgreg::api {
namespace {

using model::kStatementPlaces;

constexpr std::string_view kFirstOfYear = "-01-01";
constexpr std::string_view kLastOfYear = "-12-31";
constexpr std::string_view kDash = "\u2013";
constexpr std::size_t kYearDigits = 4;

std::string DayOf(std::string_view text, PageLanguage language) {
  const std::optional<base::Date> day = base::Date::Parse(text);
  return day ? DayText(*day, language) : std::string(text);
}

}  // namespace

std::string YearText(const model::ServedStatement& statement, PageLanguage language) {
  const std::string_view first = statement.texts[kStatementPlaces.first_day];
  const std::string_view last = statement.texts[kStatementPlaces.last_day];
  const std::string_view year = last.substr(0, kYearDigits);
  const bool is_calendar_year =
      first.starts_with(year) && first.ends_with(kFirstOfYear) && last.ends_with(kLastOfYear);
  return is_calendar_year ? std::string(year) : PeriodText(statement, language);
}

std::string PeriodText(const model::ServedStatement& statement, PageLanguage language) {
  return DayOf(statement.texts[kStatementPlaces.first_day], language)
      .append(kDash)
      .append(DayOf(statement.texts[kStatementPlaces.last_day], language));
}

std::string AmountTextOf(const model::ServedStatement& statement, model::StatementAmount amount,
                         PageLanguage language) {
  if (!statement.Has(amount)) return {};
  const std::string_view text = statement.At(amount);
  const std::optional<base::Decimal> read = base::Decimal::Parse(text);
  return read ? AmountText(*read, language) : std::string(text);
}

}  // namespace orgreg::api
