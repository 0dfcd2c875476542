// SPDX-License-Identifier: EUPL-1.2

// The languages of the pages of the register. Pure; safe from any thread.

#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

#include "http/message/request.h"

namespace orgreg::api {

// In the order of kLanguageCodes and of the columns of web/texts/pages.tsv.
enum class PageLanguage : std::uint8_t { kBokmaal, kNynorsk, kEnglish };
inline constexpr std::array<std::string_view, 3> kLanguageCodes = {"nb", "nn", "en"};

constexpr std::string_view CodeOf(PageLanguage language) {
  return kLanguageCodes[static_cast<std::size_t>(language)];
}

// By its code, exactly; nothing if it is none of ours.
std::optional<PageLanguage> LanguageWithCode(std::string_view code);

// The language that Accept-Language wants most; Bokmål if it wants none of them.
PageLanguage PageLanguageFor(const http::Request& request);

}  // namespace orgreg::api
