// SPDX-License-Identifier: EUPL-1.2

// Requests to a Service and its responses, for tests.

#pragma once

#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "api/service.h"
#include "http/message/request.h"
#include "http/message/response.h"

namespace orgreg::api {

// A GET without fields. The texts are borrowed.
inline http::Request GetOf(std::string_view path, std::string_view query = "") {
  return {.method = http::Method::kGet,
          .method_name = "GET",
          .host = "localhost",
          .raw_path = path,
          .path = path,
          .query = query,
          .has_query = !query.empty(),
          .peer = "127.0.0.1"};
}

// The response, even if a server would make it on its pool.
inline http::Response ResponseTo(const http::Request& request, Service* service) {
  http::Response response;
  if (service->Handle(request, &response) != http::Placement::kAnswered)
    service->HandleSlowly(request, &response);
  return response;
}

// The rest of a body that is made while it is sent.
inline std::string RestOf(const http::Response& response) {
  std::string body;
  while (response.has_stream()) {
    std::string part;
    const auto more = response.stream()->Next(&part);
    EXPECT_TRUE(more);
    body.append(part);
    if (!more || !*more) break;
  }
  return body;
}

}  // namespace orgreg::api
