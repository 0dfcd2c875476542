// From the parameters of a search to a Query, or to every problem at once. What each
// parameter takes stands in the field tables. Pure; safe from any thread.

#pragma once

#include <span>

#include "search/arguments.h"
#include "search/problem.h"
#include "search/query.h"

namespace orgreg::search {

// The query is usable only where `problems` stays empty.
Query ParseQuery(model::Kind kind, std::span<const Argument> arguments, Problems* problems);

// The names of a kind's sort keys, in the order that SortBy::key counts.
std::span<const std::string_view> SortKeyNames(model::Kind kind);

}  // namespace orgreg::search
