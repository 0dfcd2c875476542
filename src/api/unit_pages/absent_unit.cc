// SPDX-License-Identifier: EUPL-1.2

#include "api/unit_pages/absent_unit.h"

#include <string>
#include <string_view>

#include "api/pages/number_text.h"
#include "api/pages/page.h"
#include "api/unit_pages/shown_unit.h"
#include "base/values/ascii.h"

namespace orgreg::api {
namespace {

constexpr int kBadRequest = 400;
constexpr int kNotFound = 404;
constexpr int kGone = 410;

// The digits of a number that was written in groups or with points; nothing if it is something
// else.
std::optional<base::OrgNumber> NumberIn(std::string_view text) {
  std::string digits;
  for (const char c : text) {
    if (base::IsDigit(c)) {
      digits.push_back(c);
    } else if (c != ' ' && c != '.' && c != '-' && c != '+') {
      return std::nullopt;
    }
  }
  return base::OrgNumber::Parse(digits);
}

}  // namespace

Outcome ShowWrongNumber(const Context& context, Reply* reply) {
  Page page("absent_unit", context);
  page.SetTitle(page.Words("unit.wrong.title"));
  TemplateDictionary* const wrong = AddSection(page.values(), "WRONG_NUMBER");
  Set(wrong, "WRONG_TEXT", context.Capture(0));
  if (const auto meant = NumberIn(context.Capture(0))) {
    TemplateDictionary* const shown = AddSection(wrong, "MEANT");
    Set(shown, "MEANT_LINK", LinkToUnit(page.place(), *meant));
    Set(shown, "MEANT_NUMBER", meant->ToString());
  }
  return page.SendWith(kBadRequest, reply);
}

Outcome ShowUnknownUnit(const Context& context, base::OrgNumber number, Reply* reply) {
  Page page("absent_unit", context);
  page.SetTitle(page.Words("unit.unknown.title"));
  TemplateDictionary* const unknown = AddSection(page.values(), "UNKNOWN_NUMBER");
  Set(unknown, "UNKNOWN_TEXT", OrgNumberText(number));
  Show(unknown, "WRONG_CHECK_DIGIT", !number.HasValidCheckDigit());
  return page.SendWith(kNotFound, reply);
}

Outcome ShowRemovedUnit(const Context& context, base::OrgNumber number, Reply* reply) {
  Page page("absent_unit", context);
  page.SetTitle(page.Words("unit.removed.title"));
  Set(AddSection(page.values(), "REMOVED_UNIT"), "REMOVED_NUMBER", OrgNumberText(number));
  return page.SendWith(kGone, reply);
}

}  // namespace orgreg::api
