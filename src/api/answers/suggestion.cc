// SPDX-License-Identifier: EUPL-1.2

#include "api/answers/suggestion.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "base/values/ascii.h"
#include "base/values/date.h"
#include "base/values/nearest_name.h"
#include "model/codes/code_lists.h"

namespace orgreg::api {
namespace {

using search::Reason;
using Names = std::vector<std::string_view>;

std::string Nearest(std::string_view typed, const Names& names) {
  return std::string(base::NearestName(typed, names));
}

std::string NearestParameter(std::string_view typed, const search::ParameterTable& known) {
  Names names;
  const auto add = [&names](std::span<const search::ParameterRow> rows) {
    for (const search::ParameterRow& row : rows) {
      if (row.in == search::In::kQuery) names.push_back(row.name);
    }
  };
  add(known.rows);
  if (known.derived != nullptr) add(known.derived->rows());
  return Nearest(typed, names);
}

std::string NearestForm(std::string_view typed) {
  Names codes;
  for (const model::FormEntry& form : model::Forms()) codes.push_back(form.code);
  return Nearest(typed, codes);
}

// A code of the current edition, or else of the previous one.
std::string NearestIndustry(std::string_view typed) {
  for (const model::Edition edition : {model::Edition::kSn2025, model::Edition::kSn2007}) {
    Names codes;
    for (const model::IndustryEntry& entry : model::Industries(edition))
      codes.push_back(entry.code);
    std::string nearest = Nearest(typed, codes);
    if (!nearest.empty()) return nearest;
  }
  return {};
}

std::string FlagMeant(std::string_view typed) {
  constexpr std::array<std::pair<std::string_view, std::string_view>, 8> kOtherWords = {
      {{"1", "true"},
       {"0", "false"},
       {"yes", "true"},
       {"no", "false"},
       {"ja", "true"},
       {"nei", "false"},
       {"on", "true"},
       {"off", "false"}}};
  for (const auto& [word, flag] : kOtherWords) {
    if (base::EqualsIgnoringCase(typed, word)) return std::string(flag);
  }
  return Nearest(typed, {"true", "false"});
}

// "31.12.2025" and "2025/12/31" are 2025-12-31.
std::string DateMeant(std::string_view typed) {
  std::array<std::string, 3> parts;
  std::size_t part = 0;
  for (const char c : typed) {
    if (base::IsDigit(c)) {
      parts[part].push_back(c);
    } else if ((c == '.' || c == '/' || c == '-') && part + 1 < parts.size()) {
      ++part;
    } else {
      return {};
    }
  }
  constexpr std::size_t kYearDigits = 4;
  if (parts[0].size() != kYearDigits) std::swap(parts[0], parts[2]);
  for (std::string* const number : {&parts[1], &parts[2]}) {
    if (number->size() == 1) number->insert(0, "0");
  }
  std::string date = parts[0] + "-" + parts[1] + "-" + parts[2];
  return base::Date::Parse(date) ? date : std::string();
}

// "NO 974 760 673 MVA" is 974760673.
std::string NumberMeant(std::string_view typed) {
  constexpr std::string_view kAround = " .-AMNOV";
  constexpr std::size_t kDigits = 9;
  std::string digits;
  for (const char c : typed) {
    if (base::IsDigit(c)) {
      digits.push_back(c);
    } else if (kAround.find(base::ToUpper(c)) == std::string_view::npos) {
      return {};
    }
  }
  return digits.size() == kDigits ? digits : std::string();
}

}  // namespace

std::string SuggestionFor(const search::Problem& problem, const search::ParameterTable& known) {
  switch (problem.reason) {
    case Reason::kUnknownParameter:
      return NearestParameter(problem.subject, known);
    case Reason::kNotSortKey:
      return Nearest(problem.subject, {known.sort_keys.begin(), known.sort_keys.end()});
    case Reason::kNotForm:
      return NearestForm(problem.subject);
    case Reason::kNotIndustry:
      return NearestIndustry(problem.subject);
    case Reason::kNotBoolean:
      return FlagMeant(problem.subject);
    case Reason::kNotDate:
      return DateMeant(problem.subject);
    case Reason::kNotOrgNumber:
      return NumberMeant(problem.subject);
    case Reason::kNotChoice:
      if (problem.row == nullptr) return {};
      return Nearest(problem.subject, {problem.row->choices.begin(), problem.row->choices.end()});
    default:
      return {};
  }
}

}  // namespace orgreg::api
