// SPDX-License-Identifier: EUPL-1.2

// Makes a Query from the parameters of a search. The values of each parameter derive from the field
// tables (model/units/parameters.h). Pure; safe from any thread.

#pragma once

#include <span>

#include "search/request/arguments.h"
#include "search/request/parse_parameters.h"
#include "search/request/problem.h"
#include "search/request/query.h"

namespace orgreg::search {

// What a query is for, besides the filters.
enum class Purpose {
  kPage,      // size, page and sort; twenty records if no size is given
  kDownload,  // likewise; as many records as possible; filters as downloads have them
  kStream,    // all matches, so neither size nor page nor sort
};

// The filters of a kind: of single fields, of several, and the method of comparing names.
const DerivedRows& FilterRows(model::Kind kind);
// The names of a kind's sort keys, in the order of SortBy::key.
std::span<const std::string_view> SortKeyNames(model::Kind kind);
// All parameters of a search of the kind.
ParameterTable SearchTable(model::Kind kind, Purpose purpose);

// The query that values of such a table describe. The values have no problem.
Query QueryOf(model::Kind kind, const Values& values, Purpose purpose);

// Does both at once. The query is usable only if `problems` stays empty.
Query ParseQuery(model::Kind kind, std::span<const Argument> arguments, Problems* problems,
                 Purpose purpose = Purpose::kPage);

// True if the records of the query come in ascending order of number. Keys after the number have no
// effect, because no two records have the same one.
bool IsInOrderOfNumber(const Query& query);

// The keys that order the records of a query; none if they come in ascending order of number.
std::span<const SortBy> OrderKeys(const Query& query);

}  // namespace orgreg::search
