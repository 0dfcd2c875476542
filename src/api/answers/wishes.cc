// SPDX-License-Identifier: EUPL-1.2

#include "api/answers/wishes.h"

#include <algorithm>
#include <array>
#include <span>

#include "api/answers/accept.h"
#include "base/values/ascii.h"

namespace orgreg::api {
namespace {

// True if Accept names the type and wants it more than the other one.
bool PrefersNamed(const http::Request& request, std::string_view type, std::string_view usual) {
  const WeightedList accepted(request, "Accept");
  const Wish wish = WishFor(type, accepted);
  const bool is_named = wish.specificity == Wish::kByName && wish.quality > 0;
  if (!is_named) return false;
  const Wish other = WishFor(usual, accepted);
  return wish.quality > other.quality || (wish.quality == other.quality && wish.item < other.item);
}

// Greatest quality of the tags that begin with one of these languages.
int QualityOf(const WeightedList& wanted, std::span<const std::string_view> languages) {
  int quality = 0;
  for (const Weighted& item : wanted.items()) {
    const std::string_view tag = item.value.substr(0, item.value.find('-'));
    const bool is_one = std::ranges::any_of(languages, [tag](std::string_view language) {
      return base::EqualsIgnoringCase(tag, language);
    });
    if (is_one) quality = std::max(quality, item.quality);
  }
  return quality;
}

}  // namespace

bool AsksForProblem(const http::Request& request, std::string_view usual) {
  return PrefersNamed(request, kProblemJson, usual);
}

bool AsksForPage(const http::Request& request) {
  return request.Header("Sec-Fetch-Mode") == "navigate" &&
         PrefersNamed(request, "text/html", "application/json");
}

Language LanguageFor(const http::Request& request, Language usual) {
  constexpr std::array<std::string_view, 1> kEnglish = {"en"};
  constexpr std::array<std::string_view, 3> kNorwegian = {"nb", "no", "nn"};
  const WeightedList wanted(request, "Accept-Language");
  const int english = QualityOf(wanted, kEnglish);
  const int norwegian = QualityOf(wanted, kNorwegian);
  if (english == norwegian) return usual;
  return english > norwegian ? Language::kEnglish : Language::kNorwegian;
}

}  // namespace orgreg::api
