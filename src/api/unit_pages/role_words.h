// SPDX-License-Identifier: EUPL-1.2

// Roles in each language, and the order in which people expect them: the table
// web/texts/role_words.tsv, which is part of the program. The register's own lists have texts in
// Bokmål only. Constants, read at first use; safe from any thread.

#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "api/pages/page_language.h"

namespace orgreg::api {

enum class RoleCodes : std::uint8_t { kGroup, kRole, kRepresentative };

struct RoleWords {
  std::size_t order = 0;       // Codes without a row come after all others.
  std::string_view text = {};  // Empty if there is no row: the record has the text then.
};
RoleWords WordsForRole(RoleCodes list, std::string_view code, PageLanguage language);

}  // namespace orgreg::api
