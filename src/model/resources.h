// SPDX-License-Identifier: EUPL-1.2

// The paths of the interface and the names of its collections. Routes match them and links are made
// of them. Constants.

#pragma once

#include <array>
#include <string_view>

#include "model/kind.h"

namespace orgreg::model {

inline constexpr std::string_view kApiPath = "/enhetsregisteret/api";
// Scopes of the operations below this path: any one suffices (reference, Authorised API).
inline constexpr std::array<std::string_view, 2> kRoleScopes = {
    "reg:data:enhetsregisteret:roller", "reg:data:enhetsregisteret:auto:roller"};
// Spec, Authentication, 2.
inline constexpr std::string_view kRoleStatementScope =
    "reg:data:enhetsregisteret:roller:person:oppslag:fnr";
// The operations that need a token: next to the public path, not below it (reference, URLs).
inline constexpr std::string_view kAuthorisedApiPath = "/enhetsregisteret/autorisert-api";

// Financial statements: this path, the organisation's number and, for one statement, its id.
inline constexpr std::string_view kStatementsPath = "/regnskapsregisteret/regnskap";
// Operations that the specification does not have (docs/extensions.md).
inline constexpr std::string_view kExtensionsPath = "/api/ext/v1";
// Usage counts of the statements.
inline constexpr std::string_view kStatisticsPath = "/statistikk";
// The root element of their error bodies in XML. The wire has this spelling.
inline constexpr std::string_view kServerErrorElement = "ServerErrorRespons";

inline constexpr std::string_view kEntities = "enheter";
inline constexpr std::string_view kSubEntities = "underenheter";
inline constexpr std::string_view kForms = "organisasjonsformer";
inline constexpr std::string_view kMunicipalities = "kommuner";
inline constexpr std::string_view kRolesOfEntity = "roller";  // Below the entity.
inline constexpr std::string_view kRoleTypes = "roller/rolletyper";
inline constexpr std::string_view kRoleGroupTypes = "roller/rollegruppetyper";
inline constexpr std::string_view kRepresentatives = "roller/representanter";
// The roles that an entity holds elsewhere: this path, its number and the last part.
inline constexpr std::string_view kLegalRoleHolders = "roller/enheter";
inline constexpr std::string_view kLegalRoles = "juridiskeroller";
inline constexpr std::string_view kEntityUpdates = "oppdateringer/enheter";
inline constexpr std::string_view kSubEntityUpdates = "oppdateringer/underenheter";

// The collection that holds units of a kind.
constexpr std::string_view CollectionOf(Kind kind) {
  return kind == Kind::kEntity ? kEntities : kSubEntities;
}

}  // namespace orgreg::model
