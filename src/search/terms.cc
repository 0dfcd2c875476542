#include "search/terms.h"

#include <algorithm>
#include <optional>

#include "base/fold.h"

namespace orgreg::search {
namespace {

// Calls `visit` with each text of the parameter's fields: a text, or the lines of one.
template <typename Visit>
void ForEachText(const model::Parameter& parameter, const model::Unit& unit, Visit visit) {
  for (const model::Field* field : parameter.fields) {
    const model::ConstSlot slot = field->value.readable(unit);
    if (const auto* text = std::get_if<const model::Text*>(&slot)) {
      if (**text) visit(***text);
    } else if (const auto* lines = std::get_if<const model::Lines*>(&slot)) {
      if (!**lines) continue;
      for (const auto& line : ***lines) {
        if (line) visit(*line);
      }
    }
  }
}

// True where any of the flags is; false where one is known and none is true.
std::optional<bool> AnyFlag(const model::Parameter& parameter, const model::Unit& unit) {
  std::optional<bool> any;
  for (const model::Field* field : parameter.fields) {
    const model::Flag& flag = *std::get<const model::Flag*>(field->value.readable(unit));
    if (flag) any = any.value_or(false) || *flag;
  }
  return any;
}

}  // namespace

std::string CodeTerm(const model::Parameter& parameter, std::string_view code) {
  std::string term(code);
  if (parameter.rule == model::Rule::kText) {
    for (char& c : term) {
      if (c >= 'a' && c <= 'z') c = static_cast<char>(c - 'a' + 'A');
    }
  }
  return term;
}

std::vector<std::string> TermsOf(const model::Parameter& parameter, const model::Unit& unit) {
  std::vector<std::string> terms;
  switch (parameter.match) {
    case model::Match::kAnyCode:
    case model::Match::kIndustry:
      ForEachText(parameter, unit,
                  [&](const std::string& text) { terms.push_back(CodeTerm(parameter, text)); });
      break;
    case model::Match::kFlag:
      if (const std::optional<bool> flag = AnyFlag(parameter, unit)) {
        terms.emplace_back(*flag ? kTrueTerm : kFalseTerm);
      }
      break;
    case model::Match::kWords:
    case model::Match::kAnyWords:
      ForEachText(parameter, unit, [&](const std::string& text) {
        std::ranges::move(base::FoldedWords(text), std::back_inserter(terms));
      });
      break;
    case model::Match::kAnyWholeText:
      ForEachText(parameter, unit,
                  [&](const std::string& text) { terms.push_back(base::FoldedText(text)); });
      break;
    case model::Match::kNumber:
      for (const model::Field* field : parameter.fields) {
        const model::Number& number = *std::get<const model::Number*>(field->value.readable(unit));
        if (number) terms.push_back(number->ToString());
      }
      break;
    case model::Match::kNone:
    case model::Match::kName:
    case model::Match::kDayRange:
    case model::Match::kEmployees:
    case model::Match::kNumbers:
      break;
  }
  return terms;
}

}  // namespace orgreg::search
