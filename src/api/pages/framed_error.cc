// SPDX-License-Identifier: EUPL-1.2

#include "api/pages/framed_error.h"

#include <fmt/format.h>

#include <array>
#include <ranges>
#include <span>
#include <string>

#include "api/answers/problem_json.h"
#include "api/pages/page.h"
#include "api/pages/policy.h"

namespace orgreg::api {
namespace {

// With these statuses people look for something that is elsewhere.
constexpr int kNotFound = 404;
constexpr int kGone = 410;

// The heading for people, who do not know the numbers.
std::string_view HeadingFor(int status, const Page& page) {
  const std::string key = std::string("error.status.").append(std::to_string(status));
  const std::string_view words = page.Words(key);
  return words == key ? page.Words("error.status.other") : words;
}

void AddProblems(const search::Problems& problems, Language language, Page* page) {
  TemplateDictionary* const list = AddSection(page->values(), "PROBLEMS");
  for (const search::Problem& problem : problems | std::views::take(kMostProblemsShown))
    ShowValue(list, "PROBLEM", "REASON", Message(problem, language));
}

void AddOffered(std::span<const std::string> types, Page* page) {
  TemplateDictionary* const list = AddSection(page->values(), "OFFERS");
  for (const std::string& type : types) ShowValue(list, "OFFERED", "TYPE", type);
}

PagePlace PlaceFor(const ErrorStyle& style) {
  // No link leads to a path that does not decode.
  return style.is_page && style.request->is_decodable
             ? PlaceOf(*style.request, style.pages->root)
             : PlaceElsewhere(*style.request, style.pages->root);
}

std::string_view AppendFramed(const ErrorDetails& error, const ErrorStyle& style,
                              std::string* out) {
  Page page("error", *style.request, PlaceFor(style));
  const ErrorRow& row = RowOf(error.kind);
  const Language language = ErrorLanguageOf(page.language());
  const std::string_view heading = HeadingFor(row.status, page);
  page.SetTitle(heading);
  page.HideFromSearchEngines();
  Set(page.values(), "HEADING", heading);
  Set(page.values(), "STATUS", fmt::format("{} {}", row.status, row.title.In(language)));
  Set(page.values(), "DETAIL", PageDetailOf(error, language));
  Set(page.values(), "NAME", row.name);
  Show(page.values(), "FIND", row.status == kNotFound || row.status == kGone);
  if (!error.offered.empty()) AddOffered(error.offered, &page);
  ShowValue(page.values(), "TRACED", "TRACE", error.trace);
  if (error.problems != nullptr) AddProblems(*error.problems, language, &page);
  const std::size_t before = out->size();
  page.AppendTo(out);
  return out->size() == before ? std::string_view() : CodeOf(page.language());
}

}  // namespace

Language ErrorLanguageOf(PageLanguage language) {
  constexpr std::array kLanguages = {Language::kNorwegian, Language::kNynorsk, Language::kEnglish};
  static_assert(kLanguages.size() == kLanguageCodes.size());
  return kLanguages[static_cast<std::size_t>(language)];
}

ErrorPages ErrorPagesAt(std::string_view pages_root) {
  return {.root = pages_root, .append = AppendFramed, .policy = kSitePolicy};
}

}  // namespace orgreg::api
