// SPDX-License-Identifier: EUPL-1.2

// Entries of the register of political parties, between an inventory, the store and the
// index (records/readers/supplement.h). An entry has the members of an entity that the register's
// published file shows. Pure functions; safe from any thread.

#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "base/values/org_number.h"
#include "records/readers/problem.h"

namespace orgreg::records {

struct Supplement;
struct IndexedSupplement;

// Reads an entry as JSON: number, name, form and the two addresses, written as in an entity. False,
// with every problem, if it is rejected; other members are added to `unknown`.
bool ReadParty(std::string_view text, Supplement* read, Problems* problems,
               std::vector<std::string>* unknown);

// Reads a row of the published CSV, whose columns are known by position: as many cells as
// model::PartyColumns() has, unquoted. An empty cell is an absent value.
bool ReadPartyRow(std::span<const std::string_view> cells, Supplement* read, Problems* problems);

// The columns get the entry's line of the file; there are no keys.
base::Status IndexParty(std::string_view stored, base::OrgNumber number,
                        IndexedSupplement* indexed);

}  // namespace orgreg::records
