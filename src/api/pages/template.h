// SPDX-License-Identifier: EUPL-1.2

// The templates of web/templates, in the frame of all pages (web/site/templates.ts). Each is parsed
// at its first use; safe from any thread.

#pragma once

#include <string>
#include <string_view>

#include "api/pages/dictionary.h"
#include "api/pages/page_language.h"

namespace orgreg::api {

// Appends the page. A template that does not exist or does not parse gives nothing, which every
// test of a page would show.
void ExpandTemplate(std::string_view name, PageLanguage language,
                    const TemplateDictionary& dictionary, std::string* html);

}  // namespace orgreg::api
