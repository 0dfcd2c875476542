// SPDX-License-Identifier: EUPL-1.2

// The unit of a page while the page is made, and the links from it.

#pragma once

#include <string>
#include <string_view>

#include "api/pages/dictionary.h"
#include "api/pages/page.h"
#include "api/pages/page_language.h"
#include "api/pages/page_place.h"
#include "base/values/org_number.h"
#include "model/kind.h"
#include "model/unit.h"

namespace orgreg::api {

struct ShownUnit {
  model::Kind kind = model::Kind::kEntity;
  const model::Unit& unit;
  Page* page = nullptr;

  base::OrgNumber number() const { return unit.number; }
  PageLanguage language() const { return page->language(); }
};

// A link to the page of a unit.
std::string LinkToUnit(const PagePlace& place, base::OrgNumber number);
// A link to the search page, for the units of the kind that have the value.
std::string LinkToSearch(const PagePlace& place, model::Kind kind, std::string_view parameter,
                         std::string_view value);

// Says the language of a text from the register (nb or nn), unless the page has it: to be called
// on the section of the text, whose template shows FOREIGN.
void MarkLanguage(std::string_view code, PageLanguage language, TemplateDictionary* section);
inline constexpr std::string_view kRegisterLanguage = CodeOf(PageLanguage::kBokmaal);

}  // namespace orgreg::api
