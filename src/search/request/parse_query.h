// From the parameters of a search to a Query, or to every problem at once. What each
// parameter takes stands in the field tables. Pure; safe from any thread.

#pragma once

#include <span>

#include "search/request/arguments.h"
#include "search/request/problem.h"
#include "search/request/query.h"

namespace orgreg::search {

// What is asked, besides the filters.
enum class Purpose {
  kPage,      // size, page and sort; twenty records unless more are asked for
  kDownload,  // likewise; as many as can be had; filters as downloads have them
  kStream,    // everything that matches, so neither size nor page nor sort
};

// The query is usable only where `problems` stays empty.
Query ParseQuery(model::Kind kind, std::span<const Argument> arguments, Problems* problems,
                 Purpose purpose = Purpose::kPage);

// The names of a kind's sort keys, in the order that SortBy::key counts.
std::span<const std::string_view> SortKeyNames(model::Kind kind);

// True where the records of the query come in rising order of number. Keys that follow the number
// decide nothing, because no two records have the same one.
bool IsInOrderOfNumber(const Query& query);

}  // namespace orgreg::search
