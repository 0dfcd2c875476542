// SPDX-License-Identifier: EUPL-1.2

#include "api/search_filters/problem_texts.h"

#include <algorithm>

#include "api/answers/messages.h"

namespace orgreg::api {
namespace {

void AddText(const search::Problem& problem, PageLanguage language, TemplateDictionary* at) {
  const bool is_english = language == PageLanguage::kEnglish;
  Set(at, "PROBLEM_TEXT",
      Message(problem, is_english ? Language::kEnglish : Language::kNorwegian));
  Set(at, "PROBLEM_LANGUAGE", CodeOf(is_english ? language : PageLanguage::kBokmaal));
}

}  // namespace

void AddProblems(const search::Problems& problems, Page* page) {
  if (problems.empty()) return;
  TemplateDictionary* const all = AddSection(page->values(), "PROBLEMS");
  for (const search::Problem& problem : problems)
    AddText(problem, page->language(), AddSection(all, "PROBLEM"));
}

void AddProblemOf(std::string_view parameter, const search::Problems& problems,
                  PageLanguage language, TemplateDictionary* control) {
  bool is_marked = false;
  for (const search::Problem& problem : problems) {
    if (std::ranges::find(problem.parameters, parameter) == problem.parameters.end()) continue;
    if (!is_marked) control->ShowSection("WRONG");
    is_marked = true;
    AddText(problem, language, AddSection(control, "FIELD_PROBLEM"));
  }
}

}  // namespace orgreg::api
