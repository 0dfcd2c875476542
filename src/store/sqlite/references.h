// Which organisations a row names, and which rows name one: the statements on the tables of
// references. They are derived from the rows, so they carry no checksums; `orgreg verify` compares
// them with the rows. Internal to store/.

#pragma once

#include <vector>

#include "base/result.h"
#include "base/values/org_number.h"
#include "model/kind.h"
#include "store/sqlite/connection.h"

namespace orgreg::store {

// In place of those that the row named before. The table has references.
base::Status WriteReferences(Connection* connection, model::Kind kind, base::OrgNumber number,
                             const std::vector<base::OrgNumber>& named);

// What the row names, rising.
base::Result<std::vector<base::OrgNumber>> FindReferences(Connection* connection, model::Kind kind,
                                                          base::OrgNumber number);

// The rows that name the organisation, rising.
base::Result<std::vector<base::OrgNumber>> FindReferring(Connection* connection, model::Kind kind,
                                                         base::OrgNumber named);

}  // namespace orgreg::store
