// SPDX-License-Identifier: EUPL-1.2

// The checks of a request before its handler answers it: whether the client may ask, and which
// media type it gets. Safe from any thread.

#pragma once

#include <string_view>

#include "api/answers/errors.h"
#include "api/answers/media_types.h"
#include "api/authority/authority.h"
#include "api/interface/basic_access.h"
#include "api/interface/route.h"
#include "api/interface/statement_sources.h"
#include "auth/tokens/verdict.h"
#include "http/message/handler.h"
#include "http/message/request.h"
#include "http/message/response.h"

namespace orgreg::api {

struct Admission {
  const Offer* offer = nullptr;  // Null: the request is refused, and answered.
  auth::Verdict token = {};      // Of a route that needs one.
  auth::BasicVerdict user = {};  // Of a route for users.
  std::string_view client = {};  // The client's address.
};

// The state that decides on a request, next to its route.
struct Gate {
  const Authority& authority;
  const StatementSources& statements;
  std::string_view client = {};
  BasicPace pace = BasicPace::kQuick;
  std::string_view origin = {};       // of links
  const ErrorPages* pages = nullptr;  // null: there are none
};

// The place where the request is answered; kAnswered: here and now.
http::Placement PlacementOf(const http::Request& request, const RouteRow* route);

// The part of the interface that a request is about, as far as it is known.
struct Addressed {
  const Interface& interface;
  const RouteRow* route = nullptr;    // null: no operation
  const Offer* offer = nullptr;       // null: none was chosen
  std::string_view origin = {};       // of links; empty: unknown
  const ErrorPages* pages = nullptr;  // null: there are none
};

// The form of errors. Points into its arguments; the path lives until the thread asks again.
ErrorStyle StyleOf(const Addressed& addressed, const http::Request& request);

Admission AdmitTo(const RouteRow& route, const http::Request& request, const Gate& gate,
                  http::Response* response);

}  // namespace orgreg::api
