// SPDX-License-Identifier: EUPL-1.2

// Answers the addresses that monitors ask, such as /metrics and /livez. A handler of its own for a
// listener of its own: none of this is on the public port. Any number of threads.

#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "http/answer/router.h"
#include "http/message/handler.h"

namespace orgreg::api {

struct MonitorAnswer {
  std::string_view path = {};
  std::string_view media_type = {};
  // Appends the body. False: the status is 503 and not 200. Called from any thread, for each
  // request.
  std::function<bool(std::string*)> write = {};
};

class MonitorService final : public http::Handler {
 public:
  explicit MonitorService(std::vector<MonitorAnswer> answers);

  http::Placement Handle(const http::Request& request, http::Response* response) override;
  void HandleFault(http::Fault fault, http::Response* response) override;

 private:
  std::vector<MonitorAnswer> answers_;
  http::Router router_;
};

}  // namespace orgreg::api
