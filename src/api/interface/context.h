// What a handler gets: the request, what the service has found out about it, and the one
// state of the data that the whole answer is made from. Valid for the time of one answer.

#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "api/answers/errors.h"
#include "api/answers/media_types.h"
#include "api/answers/messages.h"
#include "api/authority/authority.h"
#include "api/interface/inventories.h"
#include "api/interface/statement_sources.h"
#include "base/threads/fair_share.h"
#include "http/answer/router.h"
#include "http/message/query.h"
#include "http/message/request.h"
#include "http/message/response.h"
#include "records/feed.h"
#include "search/catalog.h"
#include "search/request/problem.h"

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
  std::string_view counts_as = {};           // Whose share it takes (http/message/handler.h).
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
