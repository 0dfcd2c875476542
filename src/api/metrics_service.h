// SPDX-License-Identifier: EUPL-1.2

// Answers /metrics in the text format that Prometheus reads. A handler of its own for a listener of
// its own: metrics are not on the public port. Any number of threads.

#pragma once

#include <functional>
#include <string_view>
#include <vector>

#include "http/answer/router.h"
#include "http/message/handler.h"

namespace orgreg::api {

// One value. `read` is called from any thread, for each request.
struct Metric {
  enum class Type { kCounter, kGauge };

  std::string_view name = {};
  std::string labels = {};  // kind="entity"; empty: none
  std::string_view help = {};
  Type type = Type::kGauge;
  std::function<double()> read = {};
};

class MetricsService final : public http::Handler {
 public:
  // Metrics of one name follow each other.
  explicit MetricsService(std::vector<Metric> metrics);

  http::Placement Handle(const http::Request& request, http::Response* response) override;
  void HandleFault(http::Fault fault, http::Response* response) override;

 private:
  std::vector<Metric> metrics_;
  http::Router router_;
};

}  // namespace orgreg::api
