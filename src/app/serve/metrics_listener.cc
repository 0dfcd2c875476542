// SPDX-License-Identifier: EUPL-1.2

#include "app/serve/metrics_listener.h"

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "app/serve/handed_sockets.h"
#include "app/watch/health.h"
#include "app/watch/metric_rows.h"
#include "base/values/wall_clock.h"

namespace orgreg::app {
namespace {

constexpr std::size_t kConnections = 16;
constexpr std::string_view kMetricsType = "text/plain; version=0.0.4; charset=utf-8";
constexpr std::string_view kHealthType = "application/json";

bool WriteHealth(const std::vector<CheckResult>& checks, std::string* out) {
  AppendHealth(checks, out);
  return WorstOf(checks) != Health::kFail;
}

std::vector<api::MonitorAnswer> AnswersOf(const Watched& watched) {
  return {{.path = "/metrics",
           .media_type = kMetricsType,
           .write =
               [&watched](std::string* out) {
                 AppendMetrics(watched, out);
                 return true;
               }},
          {.path = "/livez",
           .media_type = kHealthType,
           .write = [&watched](
                        std::string* out) { return WriteHealth(CheckLife(Moment(watched)), out); }},
          {.path = "/readyz", .media_type = kHealthType, .write = [&watched](std::string* out) {
             return WriteHealth(CheckReadiness(Moment(watched)), out);
           }}};
}

std::vector<OptionalFile> OptionalFilesOf(const MetricsSources& sources) {
  const auth::BasicCheck* const users = sources.statements->users;
  const auto* const counts = sources.statistics->counts;
  return {{"audit_log", [of = sources.authorisation] { return of->lacks_audit_log(); }},
          {"number_keys", [of = sources.authorisation] { return of->lacks_number_keys(); }},
          {"users", [users] { return users != nullptr && users->problem(); }},
          {"usage", [counts] { return counts->problem().has_value(); }},
          {"usage_secret", [counts] { return counts->secret_problem().has_value(); }}};
}

Watched WatchedOf(const Settings& settings, const MetricsSources& sources) {
  return {.settings = &settings,
          .source = sources.source,
          .feed = sources.feed,
          .inventories = sources.inventories,
          .visibility = sources.visibility,
          .requests = sources.requests,
          .access_log = sources.access_log,
          .authority = &sources.authorisation->authority(),
          .users = sources.statements->users,
          .batches = sources.ingest == nullptr ? nullptr : &sources.ingest->service(),
          .tls = sources.tls,
          .following = sources.follower == nullptr ? nullptr : &sources.follower->state(),
          .optional_files = OptionalFilesOf(sources),
          .catalog = [of = sources.service] { return of->Current(); },
          .load = [of = sources.server] { return of->Load(); },
          .is_stopping = [stop = sources.stop] { return stop.stop_requested(); },
          .files_failures = [of = sources.keeper] { return of->failures(); },
          .key_failures = [of = sources.authorisation] { return of->key_failures(); },
          .unusable_number_keys = [of = sources.number_keys] { return of->unusable(); },
          .replicas = [of = sources.replicas] { return of == nullptr ? 0 : of->replicas(); },
          .lost_usage = [of = sources.statistics] { return of->counts->lost(); },
          .started_ms = base::NowMs()};
}

}  // namespace

base::Result<std::unique_ptr<MetricsListener>> MetricsListener::Start(
    const Settings& settings, const MetricsSources& sources) {
  if (settings.metrics.empty()) return std::unique_ptr<MetricsListener>();
  const ListenPlace place = ParseListenPlace(settings.metrics).value();
  std::unique_ptr<MetricsListener> listener(new MetricsListener(WatchedOf(settings, sources)));
  http::Options options{
      .address = place.address, .port = place.port, .unix_socket = place.unix_socket};
  options.inherited = SocketsHandedOver().metrics;
  options.limits.connections = kConnections;
  auto server = http::Server::Start(options, &listener->service_);
  if (!server) return std::move(server).error().At("metrics");
  listener->server_ = std::move(*server);
  return listener;
}

MetricsListener::MetricsListener(Watched watched)
    : watched_(std::move(watched)), service_(AnswersOf(watched_)) {}

}  // namespace orgreg::app
