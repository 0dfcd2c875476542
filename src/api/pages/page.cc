// SPDX-License-Identifier: EUPL-1.2

#include "api/pages/page.h"

#include <cstddef>
#include <string>
#include <utility>

#include "api/pages/day_text.h"
#include "api/pages/policy.h"
#include "api/pages/template.h"
#include "base/values/percent.h"

namespace orgreg::api {
namespace {

// In bytes: a page that repeats a longer query in each link would be much larger than the request.
constexpr std::size_t kMostRepeatedQuery = 2000;
// Most pages are smaller, so that they are not moved while they grow.
constexpr std::size_t kUsualPageBytes = 32 * 1024;

}  // namespace

Page::Page(std::string_view name, const Context& context)
    : Page(name, context.request, PlaceOf(context.request, context.pages_root)) {
  zone_ = &context.zone;
}

Page::Page(std::string_view name, const http::Request& request, PagePlace place)
    : name_(name), request_(request), place_(std::move(place)) {
  Set(&values_, "ROOT", place_.root);
  Set(&values_, "HOME", place_.home);
  AddLanguages();
}

// Links to this page in all languages: in the head for programs, in the frame for people.
void Page::AddLanguages() {
  const bool repeats_query = !place_.path.empty() && !request_.query.empty() &&
                             request_.query.size() <= kMostRepeatedQuery;
  for (std::size_t at = 0; at < kLanguageCodes.size(); ++at) {
    const auto language = static_cast<PageLanguage>(at);
    std::string link = place_.InLanguage(language);
    // As sent, it may hold bytes that are not UTF-8.
    if (repeats_query) base::AppendSafeQuery(request_.query, &link.append("?"));
    TemplateDictionary* const shown = AddSection(&values_, "LANGUAGE");
    Set(shown, "LANGUAGE_LINK", link);
    Set(shown, "LANGUAGE_CODE", kLanguageCodes[at]);
    Set(shown, "LANGUAGE_NAME",
        WordsFor(std::string("language.").append(kLanguageCodes[at]), language));
    Show(shown, "LANGUAGE_CURRENT", language == place_.language);
    TemplateDictionary* const alternate = AddSection(&values_, "ALTERNATE");
    Set(alternate, "ALTERNATE_LINK", link);
    Set(alternate, "ALTERNATE_LANGUAGE", kLanguageCodes[at]);
  }
}

std::string Page::Time(base::Timestamp time) const {
  return TimeText(time, *zone_, place_.language);
}

void Page::AddHeadLink(std::string_view relation, std::string_view link, std::string_view type) {
  TemplateDictionary* const shown = AddSection(&values_, "HEAD_LINK");
  Set(shown, "HEAD_LINK_RELATION", relation);
  Set(shown, "HEAD_LINK_ADDRESS", link);
  ShowValue(shown, "HEAD_LINK_TYPED", "HEAD_LINK_TYPE", type);
}

Outcome Page::Send(Reply* reply) const {
  AddPageFields(reply);
  reply->AddHeader("Cache-Control", "no-cache");
  reply->AddHeader("Content-Language", CodeOf(place_.language));
  if (!place_.names_language) reply->AddHeader("Vary", "Accept-Language");
  reply->body().reserve(kUsualPageBytes);
  AppendTo(&reply->body());
  return TaggedBody(reply->body());
}

void Page::AppendTo(std::string* html) const {
  ExpandTemplate(name_, place_.language, values_, html);
}

Outcome Page::SendWith(int status, Reply* reply) const {
  Outcome sent = Send(reply);
  std::get<Body>(sent) = {.status = status};
  return sent;
}

}  // namespace orgreg::api
