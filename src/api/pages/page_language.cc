// SPDX-License-Identifier: EUPL-1.2

#include "api/pages/page_language.h"

#include <algorithm>
#include <array>

#include "api/answers/accept.h"
#include "base/values/ascii.h"

namespace orgreg::api {
namespace {

struct Tag {
  std::string_view tag = {};
  PageLanguage language = PageLanguage::kBokmaal;
};
// The first part of a language tag, and what it gets.
constexpr std::array kTags = {
    Tag{"nb", PageLanguage::kBokmaal},
    Tag{"no", PageLanguage::kBokmaal},
    Tag{"nn", PageLanguage::kNynorsk},
    Tag{"en", PageLanguage::kEnglish},
};

}  // namespace

std::optional<PageLanguage> LanguageWithCode(std::string_view code) {
  const auto found = std::ranges::find(kLanguageCodes, code);
  if (found == kLanguageCodes.end()) return std::nullopt;
  return static_cast<PageLanguage>(found - kLanguageCodes.begin());
}

PageLanguage PageLanguageFor(const http::Request& request) {
  const WeightedList wanted(request, "Accept-Language");
  PageLanguage best = PageLanguage::kBokmaal;
  int quality = 0;
  for (const Weighted& item : wanted.items()) {
    if (item.quality <= quality) continue;
    const std::string_view first = item.value.substr(0, item.value.find('-'));
    const auto tag = std::ranges::find_if(
        kTags, [first](const Tag& row) { return base::EqualsIgnoringCase(row.tag, first); });
    if (tag == kTags.end()) continue;
    best = tag->language;
    quality = item.quality;
  }
  return best;
}

}  // namespace orgreg::api
