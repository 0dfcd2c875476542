// SPDX-License-Identifier: EUPL-1.2

#include "api/search_filters/problem_texts.h"

#include <algorithm>
#include <ranges>
#include <string>

#include "api/answers/messages.h"
#include "api/answers/suggestion.h"
#include "api/pages/framed_error.h"
#include "api/pages/number_text.h"
#include "api/pages/words.h"
#include "api/search_filters/active_filters.h"

namespace orgreg::api {
namespace {

void AddText(search::Problem problem, model::Kind kind, PageLanguage language,
             TemplateDictionary* at) {
  const std::string nearest = problem.reason == search::Reason::kUnknownParameter
                                  ? SuggestionFor(problem, SearchPageTable(kind))
                                  : std::string();
  for (std::string& name : problem.parameters) name = LabelOf(name, kind, language);
  std::string text = Message(problem, ErrorLanguageOf(language));
  if (!nearest.empty())
    text.append(". ").append(WordsFor("search.did_you_mean", language)) += " " + nearest + "?";
  Set(at, "PROBLEM_TEXT", text);
}

}  // namespace

void AddProblems(const SearchRequest& request, Page* page) {
  if (request.problems.empty()) return;
  TemplateDictionary* const all = AddSection(page->values(), "PROBLEMS");
  for (const search::Problem& problem : request.problems | std::views::take(kMostProblemsShown))
    AddText(problem, request.kind, page->language(), AddSection(all, "PROBLEM"));
  if (request.problems.size() <= kMostProblemsShown) return;
  const auto more = static_cast<std::int64_t>(request.problems.size() - kMostProblemsShown);
  TemplateDictionary* const others = AddSection(all, "PROBLEM");
  Set(others, "PROBLEM_TEXT",
      std::string(page->Words("search.more_problems")) + ": " + WholeText(more, page->language()));
}

void AddProblemOf(std::string_view parameter, const SearchRequest& request, PageLanguage language,
                  TemplateDictionary* control) {
  std::size_t shown = 0;
  for (const search::Problem& problem : request.problems) {
    if (std::ranges::find(problem.parameters, parameter) == problem.parameters.end()) continue;
    if (shown == 0) control->ShowSection("WRONG");
    if (++shown > kMostProblemsShown) return;
    AddText(problem, request.kind, language, AddSection(control, "FIELD_PROBLEM"));
  }
}

}  // namespace orgreg::api
