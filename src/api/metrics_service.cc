// SPDX-License-Identifier: EUPL-1.2

#include "api/metrics_service.h"

#include <fmt/format.h>

#include <array>
#include <iterator>
#include <utility>

#include "api/answers/errors.h"

namespace orgreg::api {
namespace {

constexpr std::array kRoutes = {http::Route{
    .methods = {http::Method::kGet, http::Method::kHead}, .pattern = "/metrics", .id = 0}};

void AppendMetric(const Metric& metric, bool is_first_of_name, std::string* out) {
  const auto to = std::back_inserter(*out);
  if (is_first_of_name) {
    fmt::format_to(to, "# HELP {} {}\n# TYPE {} {}\n", metric.name, metric.help, metric.name,
                   metric.type == Metric::Type::kCounter ? "counter" : "gauge");
  }
  const bool is_labelled = !metric.labels.empty();
  fmt::format_to(to, "{}{}{}{} {}\n", metric.name, is_labelled ? "{" : "", metric.labels,
                 is_labelled ? "}" : "", metric.read());
}

}  // namespace

MetricsService::MetricsService(std::vector<Metric> metrics)
    : metrics_(std::move(metrics)), router_(kRoutes) {}

http::Placement MetricsService::Handle(const http::Request& request, http::Response* response) {
  const http::RouteMatch match = router_.Find(request.method, request.path);
  if (!match.path_known()) {
    AnswerNotFound(ErrorKind::kUnknownAddress, {}, response);
    return http::Placement::kAnswered;
  }
  if (match.id == http::RouteMatch::kNone) {
    AnswerMethodNotAllowed(match.allowed.ToAllow(), {}, response);
    return http::Placement::kAnswered;
  }
  response->AddHeader("Content-Type", "text/plain; version=0.0.4; charset=utf-8");
  std::string_view name_before;
  for (const Metric& metric : metrics_) {
    AppendMetric(metric, metric.name != name_before, &response->body());
    name_before = metric.name;
  }
  return http::Placement::kAnswered;
}

void MetricsService::HandleFault(http::Fault fault, http::Response* response) {
  AnswerFault(fault, {}, response);
}

}  // namespace orgreg::api
