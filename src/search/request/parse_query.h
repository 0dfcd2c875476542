// From the parameters of a search to a Query. What each parameter takes is derived from the field
// tables (model/units/parameters.h). Pure; safe from any thread.

#pragma once

#include <span>

#include "search/request/arguments.h"
#include "search/request/parse_parameters.h"
#include "search/request/problem.h"
#include "search/request/query.h"

namespace orgreg::search {

// What is asked, besides the filters.
enum class Purpose {
  kPage,      // size, page and sort; twenty records unless more are asked for
  kDownload,  // likewise; as many as can be had; filters as downloads have them
  kStream,    // everything that matches, so neither size nor page nor sort
};

// The filters of a kind: of single fields, of several, and how the name is compared.
const DerivedRows& FilterRows(model::Kind kind);
// The names of a kind's sort keys, in the order that SortBy::key counts.
std::span<const std::string_view> SortKeyNames(model::Kind kind);
// All that a search of the kind takes.
ParameterTable SearchTable(model::Kind kind, Purpose purpose);

// The question that values of such a table ask. Of values in which no problem was found.
Query QueryOf(model::Kind kind, const Values& values, Purpose purpose);

// The same at once. The query is usable only where `problems` stays empty.
Query ParseQuery(model::Kind kind, std::span<const Argument> arguments, Problems* problems,
                 Purpose purpose = Purpose::kPage);

// True where the records of the query come in rising order of number. Keys that follow the number
// decide nothing, because no two records have the same one.
bool IsInOrderOfNumber(const Query& query);

}  // namespace orgreg::search
