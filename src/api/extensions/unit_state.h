// SPDX-License-Identifier: EUPL-1.2

// What is known of a number, of whichever kind its unit is: for answers about single numbers and
// about many. Safe from any thread.

#pragma once

#include <optional>
#include <string_view>

#include "base/result.h"
#include "base/values/org_number.h"
#include "model/kind.h"
#include "model/unit.h"
#include "search/catalog.h"

namespace orgreg::api {

struct FoundUnit {
  model::Kind kind = model::Kind::kEntity;
  search::Found found = {};
};

// The unit of the kind in which its state is best. No number should be of both kinds.
base::Result<std::optional<FoundUnit>> FindUnit(const search::Catalog& catalog,
                                                base::OrgNumber number);

// The word for the state in answers: live, deleted, removed.
std::string_view StatusOf(model::State state);
inline constexpr std::string_view kUnknownStatus = "unknown";

// The members of a served record that describe its unit in few words.
struct UnitBrief {
  model::Text name = {};
  model::Day deleted_on = {};
  model::Number superior = {};
};
// Reads no more of the record than these, so it costs a fraction of reading all.
UnitBrief BriefOf(const FoundUnit& unit);

}  // namespace orgreg::api
