// SPDX-License-Identifier: EUPL-1.2

// A RequestCopy is a request that outlives its connection's buffers: everything a Request
// points to, in storage of its own. Used by one thread at a time.

#pragma once

#include <chrono>
#include <string>
#include <string_view>
#include <vector>

#include "http/message/request.h"

namespace orgreg::http {

class RequestCopy {
 public:
  explicit RequestCopy(const Request& request);
  RequestCopy(const RequestCopy&) = delete;
  RequestCopy& operator=(const RequestCopy&) = delete;

  const Request& request() const { return request_; }
  void set_waited(std::chrono::milliseconds waited) { request_.waited = waited; }

 private:
  std::string_view Keep(std::string_view text);

  std::string bytes_;  // never longer than first reserved, so that views into it hold
  std::vector<Field> fields_;
  Request request_;
};

}  // namespace orgreg::http
