// SPDX-License-Identifier: EUPL-1.2

// The input of a handler: the request, the results of the service's checks, and the one state of
// the data for the whole answer. Valid for the time of one answer.

#pragma once

#include <memory>
#include <string_view>

#include "api/answers/errors.h"
#include "api/authority/authority.h"
#include "api/interface/current_catalog.h"
#include "api/interface/inventories.h"
#include "api/interface/outcome.h"
#include "api/interface/route.h"
#include "api/interface/statement_sources.h"
#include "api/limits/work_shares.h"
#include "base/values/time_zone.h"
#include "http/answer/router.h"
#include "http/message/query.h"
#include "http/message/request.h"
#include "records/feed.h"
#include "search/catalog.h"

namespace orgreg::api {

class CopySource;
struct Publisher;
struct Statistics;

struct Context {
  const RouteRow& route;
  const http::Request& request;
  const http::RouteMatch& match;
  const http::Query& query;
  const Offer& offer;  // The type that the client gets.
  const std::shared_ptr<const search::Catalog>& catalog;
  const CurrentCatalog& newest;  // For answers that last as long as their clients like.
  const Inventories& inventories;
  const records::Feed& feed;
  WorkShares& shares;                      // Places for work that is limited in number.
  const Statistics* statistics = nullptr;  // Null: usage is not counted.
  const Authority* authority = nullptr;    // Of an authorised operation; the client was admitted.
  std::string_view origin = {};            // "https://host"
  ErrorStyle errors = {};                  // How errors are written.
  const Publisher* publisher = nullptr;    // Of the register; never null.
  const base::TimeZone& zone = base::TimeZone::Utc();  // In which pages show times.
  std::string_view pages_root = {};       // The path above the pages; empty: they are at /.
  std::string_view program_version = {};  // "1.2.0", and the commit of its sources
  std::string_view program_commit = {};
  // Of financial statements and documents.
  const StatementSources* statements = nullptr;
  const CopySource* copy = nullptr;          // Null: the register is no copy.
  const auth::BasicVerdict* user = nullptr;  // Of a route for users: decided.
  std::string_view client = {};              // The client's address.
  std::string_view counts_as = {};           // Whose share it takes (http/message/handler.h).
  // On a thread that serves connections: slow work is deferred (PutOff).
  bool is_hurried = false;

  std::string_view Capture(std::size_t index) const { return match.captures[index]; }
  const RouteArgument& argument() const { return route.work.argument; }
};

}  // namespace orgreg::api
