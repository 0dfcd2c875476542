// SPDX-License-Identifier: EUPL-1.2

// The page that people get who open an address that gives an error, in the frame and the languages
// of all pages; answers/errors.h decides when. Pure; safe from any thread.

#pragma once

#include <cstddef>
#include <string_view>

#include "api/answers/errors.h"
#include "api/answers/messages.h"
#include "api/pages/page_language.h"

namespace orgreg::api {

// The problems that a page shows. More would make a page of what a client has sent.
inline constexpr std::size_t kMostProblemsShown = 20;

// The language of the sentences of errors on such a page.
Language ErrorLanguageOf(PageLanguage language);

// For a server with pages below this path, which outlives the result.
ErrorPages ErrorPagesAt(std::string_view pages_root);

}  // namespace orgreg::api
