// From the parameters of a feed to a question, or to every problem at once. What each
// parameter takes stands in the tables of model/update.h. Pure; safe from any thread.

#pragma once

#include <span>

#include "model/update.h"
#include "search/request/arguments.h"
#include "search/request/problem.h"
#include "search/request/query.h"

namespace orgreg::search {

// A question to the feed of a kind, and the page that it is about.
struct UpdateRequest {
  model::UpdateQuery query = {};
  PageRequest page = {};  // Sorts by model::kUpdateSortKeys.
};

// Both are usable only where `problems` stays empty.
UpdateRequest ParseUpdates(model::Kind kind, std::span<const Argument> arguments,
                           Problems* problems);
model::RoleUpdateQuery ParseRoleUpdates(std::span<const Argument> arguments, Problems* problems);

}  // namespace orgreg::search
