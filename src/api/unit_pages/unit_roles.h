// SPDX-License-Identifier: EUPL-1.2

// The roles in an entity, and those that it holds in others, as the public operations give them: no
// more of a person than these. Safe from any thread.

#pragma once

#include "api/unit_pages/shown_unit.h"
#include "base/result.h"
#include "search/catalog.h"

namespace orgreg::api {

// The most roles of a group, and the most entities with held roles, that a page shows; a link leads
// to the operation with all.
inline constexpr std::size_t kMostRolesOfGroup = 50;
inline constexpr std::size_t kMostHeld = 20;

// Shows ROLES and HELD; nothing for a sub-entity, or where there are none.
base::Status AddRoles(const search::Catalog& catalog, const ShownUnit& on);

}  // namespace orgreg::api
