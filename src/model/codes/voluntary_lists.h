// SPDX-License-Identifier: EUPL-1.2

// The code lists of the register of non-profit organisations: the activities of organisations
// (ICNPO) and the pieces of information that a notice can be about. Also the keys of that
// register's answers. The functions read the installed lists (code_list_set.h); earlier results
// stay valid when other lists are installed. Safe from any thread.

#pragma once

#include <optional>
#include <span>
#include <string_view>

#include "base/values/date.h"

namespace orgreg::model {

inline constexpr std::string_view kVoluntaryApiPath = "/frivillighetsregisteret/api";
inline constexpr std::string_view kVoluntaryOrganisations = "frivillige-organisasjoner";
inline constexpr std::string_view kInformationTypes = "informasjonstyper";
inline constexpr std::string_view kCategories = "icnpo-kategorier";

// The keys below `_embedded`.
inline constexpr std::string_view kVoluntaryCollection = "frivilligeOrganisasjoner";
inline constexpr std::string_view kCategoryCollection = "icnpoKategorier";
inline constexpr std::string_view kInformationTypeCollection = "informasjonstyper";

inline constexpr std::string_view kLanguageParameter = "spraak";
// Bokmål and Nynorsk. Names exist only in the first (docs/choices.md).
inline constexpr std::string_view kBokmaal = "NOB";
inline constexpr std::string_view kNynorsk = "NNO";

// An item of either list. An unknown name is empty.
struct VoluntaryCode {
  std::string_view code = {};
  std::string_view name = {};  // In Bokmål.
  std::optional<base::Date> retired_on = {};
};

// In the order of the classification, a group before its members, including retired items.
std::span<const VoluntaryCode> Categories();
// Null if the list does not have it.
const VoluntaryCode* FindCategory(std::string_view code);

std::span<const VoluntaryCode> InformationTypes();
const VoluntaryCode* FindInformationType(std::string_view code);

// The members of an item.
struct VoluntaryCodeNames {
  std::string_view category_code = {};
  std::string_view information_type = {};
  std::string_view name = {};
  std::string_view language = {};
};
inline constexpr VoluntaryCodeNames kVoluntaryCodeNames = {.category_code = "icnpoNummer",
                                                           .information_type = "identifikator",
                                                           .name = "navn",
                                                           .language = "spraakkode"};

}  // namespace orgreg::model
