// SPDX-License-Identifier: EUPL-1.2

#include "api/search_filters/problem_texts.h"

#include <algorithm>
#include <string>

#include "api/answers/messages.h"
#include "api/search_filters/active_filters.h"

namespace orgreg::api {
namespace {

// The sentences are in two languages; so are the names in them.
PageLanguage LanguageOfSentences(PageLanguage language) {
  return language == PageLanguage::kEnglish ? language : PageLanguage::kBokmaal;
}

void AddText(search::Problem problem, model::Kind kind, PageLanguage language,
             TemplateDictionary* at) {
  const PageLanguage written = LanguageOfSentences(language);
  for (std::string& name : problem.parameters) name = LabelOf(name, kind, written);
  Set(at, "PROBLEM_TEXT",
      Message(problem,
              written == PageLanguage::kEnglish ? Language::kEnglish : Language::kNorwegian));
  Set(at, "PROBLEM_LANGUAGE", CodeOf(written));
}

}  // namespace

void AddProblems(const SearchRequest& request, Page* page) {
  if (request.problems.empty()) return;
  TemplateDictionary* const all = AddSection(page->values(), "PROBLEMS");
  for (const search::Problem& problem : request.problems)
    AddText(problem, request.kind, page->language(), AddSection(all, "PROBLEM"));
}

void AddProblemOf(std::string_view parameter, const SearchRequest& request, PageLanguage language,
                  TemplateDictionary* control) {
  bool is_marked = false;
  for (const search::Problem& problem : request.problems) {
    if (std::ranges::find(problem.parameters, parameter) == problem.parameters.end()) continue;
    if (!is_marked) control->ShowSection("WRONG");
    is_marked = true;
    AddText(problem, request.kind, language, AddSection(control, "FIELD_PROBLEM"));
  }
}

}  // namespace orgreg::api
