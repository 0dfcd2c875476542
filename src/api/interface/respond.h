// SPDX-License-Identifier: EUPL-1.2

// Turns the result of a handler into the response: the only place that does. Safe from any thread.

#pragma once

#include "api/interface/context.h"
#include "api/interface/family.h"
#include "http/message/handler.h"
#include "http/message/method.h"
#include "http/message/response.h"

namespace orgreg::api {

// Sets status and body, and adds the header fields that follow from them; packs the body if the
// client accepts it packed. Anything but kAnswered leaves an empty response.
http::Placement Respond(Outcome outcome, const Context& context, http::Response* response);

// 204 with the methods, and the requests that pages of other origins may make. `get` is the row
// that GET has there; null: there is none.
void RespondToOptions(const Interface& interface, http::MethodSet methods, const RouteRow* get,
                      http::Response* response);

// Any page may read shared answers, and the header fields that its scripts need.
void AddSharing(http::Response* response);

}  // namespace orgreg::api
