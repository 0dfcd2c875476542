// SPDX-License-Identifier: EUPL-1.2

// The statements on the tables of references: which organisations a row names, and which rows name
// one. They are derived from the rows, so they carry no checksums; `orgreg verify` compares them
// with the rows. Internal to store/.

#pragma once

#include <vector>

#include "base/result.h"
#include "base/values/org_number.h"
#include "model/kind.h"
#include "store/sqlite_connections/connection.h"

namespace orgreg::store {

// Replaces the references of the row. The table has references.
base::Status WriteReferences(Connection* connection, model::Kind kind, base::OrgNumber number,
                             const std::vector<base::OrgNumber>& named);

// The organisations that the row names, ascending.
base::Result<std::vector<base::OrgNumber>> FindReferences(Connection* connection, model::Kind kind,
                                                          base::OrgNumber number);

// The rows that name the organisation, ascending.
base::Result<std::vector<base::OrgNumber>> FindReferring(Connection* connection, model::Kind kind,
                                                         base::OrgNumber named);

}  // namespace orgreg::store
