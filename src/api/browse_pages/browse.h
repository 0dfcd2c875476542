// SPDX-License-Identifier: EUPL-1.2

// The ways through the register for those who do not search: by industry, place, organisation form
// and sector, level by level, with the numbers of live records and links to the searches that find
// them. Handlers; see context.h.

#pragma once

#include "api/interface/context.h"
#include "api/interface/parameter_rows.h"

namespace orgreg::api {

Outcome ShowBrowse(const Context& context, Reply* reply);

// A level of a list: the codes at the top, or those below the code that the request names.
Outcome BrowseIndustries(const Context& context, Reply* reply);
Outcome BrowseMunicipalities(const Context& context, Reply* reply);
Outcome BrowseForms(const Context& context, Reply* reply);
Outcome BrowseSectors(const Context& context, Reply* reply);

inline constexpr ParameterRow kBrowsedCode = {
    .name = "code",
    .rule = model::Rule::kLine,
    .meaning = "The code whose parts are shown; without it, the codes at the top.",
    .meaning_norwegian = "Koden som delene vises av; uten den vises kodene øverst.",
};

}  // namespace orgreg::api
