// SPDX-License-Identifier: EUPL-1.2

// The roles that an entity holds in others, found by its key, and the roles of one served record.
// Safe from any thread.

#pragma once

#include <cstddef>
#include <vector>

#include "base/result.h"
#include "base/values/org_number.h"
#include "model/roles/roles.h"
#include "render/record_columns.h"
#include "search/catalog.h"

namespace orgreg::api {

// In entities with numbers above `after`, in order: in at most `most` entities. Removed entities
// are left out.
base::Result<std::vector<model::HeldRoles>> RolesHeldBy(const search::Catalog& catalog,
                                                        base::OrgNumber holder,
                                                        base::OrgNumber after, std::size_t most);

// The roles of a record of that kind, as they are served. kCorrupt if they cannot be read.
base::Result<model::RoleList> RolesOf(const render::RecordView& record);

}  // namespace orgreg::api
