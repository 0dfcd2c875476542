// SPDX-License-Identifier: EUPL-1.2

// What answers say to caches (RFC 9111): how long they may be kept, and which record they are
// about. Pure functions.

#pragma once

#include <cstdint>

#include "api/interface/family.h"
#include "api/interface/route.h"
#include "http/answer/router.h"
#include "http/message/request.h"
#include "http/message/response.h"

namespace orgreg::api {

struct CacheFacts {
  const Interface& interface;
  const RouteRow* route = nullptr;  // null: no operation
  const http::RouteMatch& match;
  std::uint32_t seconds = 0;  // that a cache may keep an answer; 0: it asks each time
};

// Adds Cache-Control to an answer to GET or HEAD that has none: errors and answers that clients
// follow (RouteWork::is_followed) are asked for each time. An answer that may be kept and is about
// one organisation also has its number as Surrogate-Key, so that caches can be told to drop it.
void AddFreshness(const CacheFacts& facts, const http::Request& request, http::Response* response);

}  // namespace orgreg::api
