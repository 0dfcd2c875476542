// SPDX-License-Identifier: EUPL-1.2

// The listener for monitors of a running server, which answers /metrics, /livez and /readyz: an
// address or a socket file of its own, off unless it is set. Ends with the object.

#pragma once

#include <memory>
#include <stop_token>

#include "api/interface/inventories.h"
#include "api/interface/statement_sources.h"
#include "api/monitor_service.h"
#include "api/statements/statistics.h"
#include "app/catalog/visibility.h"
#include "app/follow/follower.h"
#include "app/serve/authorisation.h"
#include "app/serve/download_keeper.h"
#include "app/serve/ingest_listener.h"
#include "app/serve/live_service.h"
#include "app/serve/number_keys_watch.h"
#include "app/serve/replica_listener.h"
#include "app/settings/settings.h"
#include "app/watch/access_log.h"
#include "app/watch/request_counts.h"
#include "app/watch/watched.h"
#include "base/result.h"
#include "http/server/server.h"
#include "http/tls/identity.h"
#include "records/feed.h"
#include "records/register.h"

namespace orgreg::app {

// The sources of the figures; all of them, and the settings, outlive the listener.
struct MetricsSources {
  const records::Register* source = nullptr;
  const records::Feed* feed = nullptr;
  const LiveService* service = nullptr;
  const http::Server* server = nullptr;
  const api::Inventories* inventories = nullptr;
  const Visibility* visibility = nullptr;
  const RequestCounts* requests = nullptr;
  const AccessLog* access_log = nullptr;  // May be null.
  const DownloadKeeper* keeper = nullptr;
  const Authorisation* authorisation = nullptr;
  const NumberKeysWatch* number_keys = nullptr;
  const api::Statistics* statistics = nullptr;
  const api::StatementSources* statements = nullptr;
  const IngestListener* ingest = nullptr;     // May be null.
  const ReplicaListener* replicas = nullptr;  // May be null.
  const Follower* follower = nullptr;         // May be null.
  const http::TlsIdentity* tls = nullptr;     // May be null.
  std::stop_token stop = {};
};

class MetricsListener {
 public:
  // Null if the settings name no place.
  static base::Result<std::unique_ptr<MetricsListener>> Start(const Settings& settings,
                                                              const MetricsSources& sources);

 private:
  explicit MetricsListener(Watched watched);

  const Watched watched_;
  api::MonitorService service_;
  std::unique_ptr<http::Server> server_;  // Ends first.
};

}  // namespace orgreg::app
