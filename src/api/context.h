// What a handler gets: the request, what the service has found out about it, and the one
// state of the data that the whole answer is made from. Valid for the time of one answer.

#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "api/authority.h"
#include "api/errors.h"
#include "api/inventories.h"
#include "api/media_types.h"
#include "api/messages.h"
#include "api/statement_sources.h"
#include "base/fair_share.h"
#include "http/query.h"
#include "http/request.h"
#include "http/response.h"
#include "http/router.h"
#include "records/feed.h"
#include "search/catalog.h"
#include "search/problem.h"

namespace orgreg::api {

struct Statistics;

struct Context {
  const http::Request& request;
  const http::RouteMatch& match;
  const http::Query& query;
  const Offer& offer;  // What the client gets.
  const std::shared_ptr<const search::Catalog>& catalog;
  const Inventories& inventories;
  const records::Feed& feed;
  base::FairShare& expensive;    // Places for work of which only few may be under way.
  const Statistics* statistics;  // Null: usage is not counted.
  const Authority* authority;    // Of an authorised operation; the client was admitted.
  std::string_view origin;       // "https://host"
  Language language;
  // How a failure is told, and the path as answers and logs may show it.
  ErrorForm error_form = ErrorForm::kRegister;
  std::string_view shown_path = {};
  // Of financial statements and documents.
  const StatementSources* statements = nullptr;
  const auth::BasicVerdict* user = nullptr;  // Of a route for users: decided.
  std::string_view client = {};              // The client's address.
  std::string_view counts_as = {};           // Whose share it takes (http/handler.h).
  // On a thread that serves connections: what takes time is put off (Answer::is_put_off).
  bool is_hurried = false;

  std::string_view Capture(std::size_t index) const { return match.captures[index]; }
};

// What an answer must tell the service, besides its body.
struct Answer {
  http::Response& response;
  // Nothing is answered yet: it takes time.
  bool is_put_off = false;
  // The stream may be packed with gzip.
  bool may_pack_stream = false;
  // A fingerprint of what was sent, from which the entity tag is made; 0: no tag.
  std::uint64_t fingerprint = 0;
  // Of an authorised operation, for the audit log: whom it was about, and how much was told.
  std::string object = {};
  std::uint64_t role_count = 0;
};

using Handle = void (*)(const Context&, Answer*);

}  // namespace orgreg::api
