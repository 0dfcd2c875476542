// SPDX-License-Identifier: EUPL-1.2

#include "search/segment/terms.h"

#include <algorithm>
#include <optional>

#include "base/values/ascii.h"
#include "base/values/fold.h"
#include "model/codes/code_lists.h"
#include "model/codes/value_rule.h"
#include "model/schema/schema.h"
#include "search/segment/web_site.h"

namespace orgreg::search {
namespace {

// Calls `visit` with each text of the parameter's fields: a text, or its lines.
template <typename Visit>
void ForEachText(const model::Parameter& parameter, const model::Unit& unit, Visit visit) {
  for (const model::Field* field : parameter.fields) {
    if (const auto* const text = model::ValueOf<model::Text>(field->row, &unit)) {
      if (*text) visit(**text);
    } else if (const auto* const lines = model::ValueOf<model::Lines>(field->row, &unit)) {
      if (!*lines) continue;
      for (const auto& line : **lines) {
        if (line) visit(*line);
      }
    }
  }
}

// True if any of the flags is true; false if one is known and none is true.
std::optional<bool> AnyFlag(const model::Parameter& parameter, const model::Unit& unit) {
  std::optional<bool> any;
  for (const model::Field* field : parameter.fields) {
    const model::Flag& flag = *model::ValueOf<model::Flag>(field->row, &unit);
    if (flag) any = any.value_or(false) || *flag;
  }
  return any;
}

}  // namespace

std::string CodeTerm(const model::Parameter& parameter, std::string_view code) {
  std::string term(code);
  if (model::IsFreeText(parameter.rule)) {
    for (char& c : term) c = base::ToUpper(c);
  }
  return term;
}

namespace {

// A code is found by itself and by all codes above it: 62.010 is in 62.01, 62.0, 62 and K.
void AddLevels(std::string_view code, Doc doc, TermIndexBuilder* terms) {
  constexpr std::size_t kDivisionDigits = 2;
  // No request names a longer one; an inventory may have any text.
  constexpr std::size_t kLongestCode = 6;
  const std::string_view division = code.substr(0, kDivisionDigits);
  const std::string_view section = model::SectionOfDivision(division);
  if (!section.empty()) terms->Add(doc, section);
  terms->Add(doc, division);
  // The first character after the division is a point, so levels begin at the second one.
  for (std::size_t length = kDivisionDigits + 2; length <= std::min(code.size(), kLongestCode);
       ++length)
    terms->Add(doc, code.substr(0, length));
}

}  // namespace

void AddTerms(const model::Parameter& parameter, const model::Unit& unit, Doc doc,
              TermIndexBuilder* terms) {
  switch (parameter.match) {
    case model::Match::kIndustry:
      ForEachText(parameter, unit, [&](const std::string& text) { AddLevels(text, doc, terms); });
      break;
    case model::Match::kAnyCode:
      ForEachText(parameter, unit, [&](const std::string& text) {
        if (model::IsFreeText(parameter.rule)) {
          terms->Add(doc, CodeTerm(parameter, text));
        } else {
          terms->Add(doc, text);
        }
      });
      break;
    case model::Match::kFlag:
      if (const std::optional<bool> flag = AnyFlag(parameter, unit)) {
        terms->Add(doc, *flag ? kTrueTerm : kFalseTerm);
      }
      break;
    case model::Match::kWords:
    case model::Match::kAnyWords:
      ForEachText(parameter, unit, [&](const std::string& text) {
        base::ForEachWord(base::FoldedText(text),
                          [&](std::string_view word) { terms->Add(doc, word); });
      });
      break;
    case model::Match::kWebSite:
      ForEachText(parameter, unit, [&](const std::string& text) {
        base::ForEachWord(base::FoldedText(text),
                          [&](std::string_view word) { terms->Add(doc, word); });
        const WebSite site = CutWebSite(text);
        if (site.path.empty()) terms->Add(doc, HostTerm(site));
      });
      break;
    case model::Match::kAnyWholeText:
      ForEachText(parameter, unit,
                  [&](const std::string& text) { terms->Add(doc, base::FoldedText(text)); });
      break;
    case model::Match::kNumber:
      for (const model::Field* field : parameter.fields) {
        const model::Number& number = *model::ValueOf<model::Number>(field->row, &unit);
        if (number) terms->Add(doc, number->ToString());
      }
      break;
    case model::Match::kNone:
    case model::Match::kName:
    case model::Match::kDayRange:
    case model::Match::kEmployees:
    case model::Match::kNumbers:
      break;
  }
}

}  // namespace orgreg::search
