// The one parameter of files of CSV that take no filters (docs/downloads.md, Spreadsheets). Pure.

#pragma once

#include "http/message/query.h"
#include "search/request/problem.h"

namespace orgreg::api {

// Whether the file shall be safe in spreadsheets. Usable only where `problems` stays empty: every
// wrong parameter is named.
bool TakeCsvSafety(const http::Query& query, search::Problems* problems);

}  // namespace orgreg::api
