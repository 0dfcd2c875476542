// SPDX-License-Identifier: EUPL-1.2

// Each function adds metrics of one topic; MetricsOf joins them. Values are read when a client
// asks.

#include "app/serve/metrics_listener.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <string_view>
#include <utility>

#include "app/import/code_lists.h"
#include "app/serve/handed_sockets.h"
#include "base/threads/guarded_thread.h"
#include "model/kind.h"

namespace orgreg::app {
namespace {

using api::Metric;

constexpr std::size_t kConnections = 16;
// The value of a metric without one.
constexpr double kNothing = std::numeric_limits<double>::quiet_NaN();

// The time of the oldest of the files; 0 while any is missing.
downloads::Stamp OldestFile(const api::Inventories& inventories) {
  const auto set = inventories.Current();
  if (set == nullptr || !std::ranges::all_of(*set, [](const auto& file) { return !!file; })) {
    return {};
  }
  return std::ranges::min_element(*set, {},
                                  [](const auto& file) { return file->entry.stamp.time_ms; })
      ->value()
      .entry.stamp;
}

// How many records of each kind are served.
std::vector<Metric> CountsOf(const api::Service& service) {
  std::vector<Metric> metrics;
  metrics.reserve(model::kKindCount);
  for (const model::KindRow& row : model::kKindRows) {
    metrics.push_back({"orgreg_records", fmt::format("kind=\"{}\"", row.one),
                       metrics.empty() ? "Live records that are served." : "", Metric::Type::kGauge,
                       [&service, kind = row.kind] {
                         const auto catalog = service.Current();
                         if (catalog == nullptr) return kNothing;
                         return static_cast<double>(catalog->CountLive(kind));
                       }});
  }
  return metrics;
}

using ReadNote = double (*)(const records::ImportNote&);

// A value of the last import of each kind, and of codes; none for kinds that were never imported.
void AddOfImports(const records::Register& source, const Metric& like, ReadNote read,
                  std::vector<Metric>* metrics) {
  std::vector<std::pair<std::string_view, std::string_view>> imports;  // Label and name.
  imports.reserve(model::kKindRows.size() + 1);
  for (const model::KindRow& row : model::kKindRows) imports.emplace_back(row.one, row.many);
  imports.emplace_back(kCodeListsImport, kCodeListsImport);
  for (const auto& [label, name] : imports) {
    Metric metric = like;
    metric.labels = fmt::format("kind=\"{}\"", label);
    metric.read = [&source, key = records::ImportNote::KeyOf(name), read] {
      auto view = source.Read();
      if (!view) return kNothing;
      const auto note = view->LastImport(key);
      return note && *note ? read(**note) : kNothing;
    };
    metrics->push_back(std::move(metric));
  }
}

// How the last import of each kind ended, which another process made.
void AddImports(const records::Register& source, std::vector<Metric>* metrics) {
  AddOfImports(
      source,
      {.name = "orgreg_last_import_outcome",
       .help = "The exit code of the last import of a kind; NaN if there was none."},
      [](const records::ImportNote& note) { return static_cast<double>(note.outcome); }, metrics);
  AddOfImports(
      source, {.name = "orgreg_last_import_time_seconds", .help = "When the last import ended."},
      [](const records::ImportNote& note) { return static_cast<double>(note.time_ms) / 1000; },
      metrics);
  AddOfImports(
      source, {.name = "orgreg_last_import_records", .help = "Records that the last import read."},
      [](const records::ImportNote& note) { return static_cast<double>(note.read); }, metrics);
  AddOfImports(
      source, {.name = "orgreg_last_import_bad_records", .help = "Records that it refused."},
      [](const records::ImportNote& note) { return static_cast<double>(note.bad); }, metrics);
}

// Files whose absence closes only the operations that need them.
void AddOptionalFiles(const MetricsSources& sources, std::vector<Metric>* metrics) {
  const auto add = [metrics](std::string_view setting, std::function<bool()> is_unusable) {
    metrics->push_back({"orgreg_file_unusable", fmt::format("file=\"{}\"", setting),
                        setting == "audit_log" ? "1 if the file of the setting is damaged or may "
                                                 "not be used; operations that need it answer 500."
                                               : "",
                        Metric::Type::kGauge, [is_unusable = std::move(is_unusable)] {
                          return is_unusable() ? 1.0 : 0.0;
                        }});
  };
  add("audit_log", [of = sources.authorisation] { return of->lacks_audit_log(); });
  add("number_keys", [of = sources.authorisation] { return of->lacks_number_keys(); });
  add("users",
      [users = sources.statements->users] { return users != nullptr && users->problem(); });
  add("usage", [counts = sources.statistics->counts] { return counts->problem().has_value(); });
  add("usage_secret",
      [counts = sources.statistics->counts] { return counts->secret_problem().has_value(); });
}

std::vector<Metric> MetricsOf(const MetricsSources& sources) {
  const auto oldest = [inventories = sources.inventories] { return OldestFile(*inventories); };
  constexpr double kMilliseconds = 1000;
  std::vector<Metric> metrics = CountsOf(*sources.service);
  const std::vector<Metric> others = {
      {"orgreg_ready", "", "1 once the index is there; 0 while the first one is being made.",
       Metric::Type::kGauge,
       [service = sources.service] { return service->Current() == nullptr ? 0.0 : 1.0; }},
      {"orgreg_last_update", "", "Id of the last update that is served.", Metric::Type::kGauge,
       [service = sources.service] {
         const auto catalog = service->Current();
         return catalog == nullptr ? kNothing : static_cast<double>(catalog->state().last_change);
       }},
      {"orgreg_files_last_update", "", "Id of the last update that is in the files.",
       Metric::Type::kGauge, [oldest] { return static_cast<double>(oldest().last_change); }},
      {"orgreg_files_time_seconds", "", "When the files were made; 0 while some are missing.",
       Metric::Type::kGauge,
       [oldest] { return static_cast<double>(oldest().time_ms) / kMilliseconds; }},
      {"orgreg_files_failures_total", "", "How often making the files has failed.",
       Metric::Type::kCounter,
       [keeper = sources.keeper] { return static_cast<double>(keeper->failures()); }},
      {"orgreg_token_key_failures_total", "",
       "How often reading the token service's keys has failed.", Metric::Type::kCounter,
       [authorisation = sources.authorisation] {
         return static_cast<double>(authorisation->key_failures());
       }},
      {"orgreg_number_keys_unusable", "",
       "Keys that stored identification numbers are sealed under and that are missing or wrong.",
       Metric::Type::kGauge,
       [keys = sources.number_keys] { return static_cast<double>(keys->unusable()); }},
      {"orgreg_thread_failures_total", "",
       "How often the body of a thread has failed and was started again; the log says why.",
       Metric::Type::kCounter, [] { return static_cast<double>(base::CountThreadFailures()); }},
      {"orgreg_usage_lost_total", "",
       "Calls of statements that could not be counted, or not for their address.",
       Metric::Type::kCounter,
       [statistics = sources.statistics] {
         return static_cast<double>(statistics->counts->lost());
       }},
  };
  metrics.insert(metrics.end(), others.begin(), others.end());
  AddOptionalFiles(sources, &metrics);
  AddImports(*sources.source, &metrics);
  return metrics;
}

}  // namespace

base::Result<std::unique_ptr<MetricsListener>> MetricsListener::Start(
    const Settings& settings, const MetricsSources& sources) {
  if (settings.metrics.empty()) return std::unique_ptr<MetricsListener>();
  const ListenPlace place = ParseListenPlace(settings.metrics).value();
  std::unique_ptr<MetricsListener> listener(new MetricsListener(sources));
  http::Options options{
      .address = place.address, .port = place.port, .unix_socket = place.unix_socket};
  options.inherited = SocketsHandedOver().metrics;
  options.limits.connections = kConnections;
  auto server = http::Server::Start(options, &listener->service_);
  if (!server) return std::move(server).error().At("metrics");
  listener->server_ = std::move(*server);
  return listener;
}

MetricsListener::MetricsListener(const MetricsSources& sources) : service_(MetricsOf(sources)) {}

}  // namespace orgreg::app
