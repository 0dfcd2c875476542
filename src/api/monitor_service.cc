// SPDX-License-Identifier: EUPL-1.2

#include "api/monitor_service.h"

#include <exception>
#include <utility>

#include "api/answers/errors.h"
#include "base/log.h"

namespace orgreg::api {
namespace {

constexpr int kUnavailable = 503;

std::vector<http::Route> RoutesOf(const std::vector<MonitorAnswer>& answers) {
  std::vector<http::Route> routes;
  routes.reserve(answers.size());
  for (const MonitorAnswer& answer : answers) {
    routes.push_back({.methods = {http::Method::kGet, http::Method::kHead},
                      .pattern = answer.path,
                      .id = static_cast<int>(routes.size())});
  }
  return routes;
}

}  // namespace

MonitorService::MonitorService(std::vector<MonitorAnswer> answers)
    : answers_(std::move(answers)), router_(RoutesOf(answers_)) {}

http::Placement MonitorService::Handle(const http::Request& request, http::Response* response) {
  const http::RouteMatch match = router_.Find(request.method, request.path);
  if (!match.path_known()) {
    AnswerNotFound(ErrorKind::kUnknownAddress, {}, response);
    return http::Placement::kAnswered;
  }
  if (match.id == http::RouteMatch::kNone) {
    AnswerMethodNotAllowed(match.allowed.ToAllow(), {}, response);
    return http::Placement::kAnswered;
  }
  const MonitorAnswer& answer = answers_[static_cast<std::size_t>(match.id)];
  try {
    if (!answer.write(&response->body())) response->set_status(kUnavailable);
    response->AddHeader("Content-Type", answer.media_type);
    response->AddHeader("Cache-Control", "no-store");
  } catch (const std::exception& exception) {
    response->Clear();
    const std::string trace = AnswerFailure(CauseOf(exception), {}, response);
    base::LogError("{}: {} (trace {})", answer.path, exception.what(), trace);
  }
  return http::Placement::kAnswered;
}

void MonitorService::HandleFault(http::Fault fault, http::Response* response) {
  AnswerFault(fault, {}, response);
}

}  // namespace orgreg::api
