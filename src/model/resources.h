// Where things are found: the path of the interface and the names of its collections.
// Routes match them and links are made of them. Constants.

#pragma once

#include <string_view>

#include "model/unit.h"

namespace orgreg::model {

inline constexpr std::string_view kApiPath = "/enhetsregisteret/api";

inline constexpr std::string_view kEntities = "enheter";
inline constexpr std::string_view kSubEntities = "underenheter";
inline constexpr std::string_view kForms = "organisasjonsformer";
inline constexpr std::string_view kMunicipalities = "kommuner";
inline constexpr std::string_view kEntityUpdates = "oppdateringer/enheter";
inline constexpr std::string_view kSubEntityUpdates = "oppdateringer/underenheter";

// The collection in which units of a kind are found.
constexpr std::string_view CollectionOf(Kind kind) {
  return kind == Kind::kEntity ? kEntities : kSubEntities;
}

}  // namespace orgreg::model
