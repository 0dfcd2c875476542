// SPDX-License-Identifier: EUPL-1.2

// The texts of the pages that the server itself chooses, in each language: web/texts/pages.tsv,
// which the build reads, too. Constants; safe from any thread.

#pragma once

#include <string_view>

#include "api/pages/page_language.h"

namespace orgreg::api {

// The text with this key; the key itself if there is none (a unit test looks for such).
std::string_view WordsFor(std::string_view key, PageLanguage language);

}  // namespace orgreg::api
