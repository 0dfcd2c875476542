// SPDX-License-Identifier: EUPL-1.2

// The listener for monitors of a running server: an address or a socket file of
// its own, off unless it is set. Ends with the object.

#pragma once

#include <memory>

#include "api/interface/inventories.h"
#include "api/interface/statement_sources.h"
#include "api/metrics_service.h"
#include "api/service.h"
#include "api/statements/statistics.h"
#include "app/serve/authorisation.h"
#include "app/serve/download_keeper.h"
#include "app/serve/number_keys_watch.h"
#include "app/settings/settings.h"
#include "base/result.h"
#include "http/server/server.h"
#include "records/register.h"

namespace orgreg::app {

// The sources of the figures; all of them outlive the listener.
struct MetricsSources {
  const records::Register* source = nullptr;
  const api::Service* service = nullptr;
  const api::Inventories* inventories = nullptr;
  const DownloadKeeper* keeper = nullptr;
  const Authorisation* authorisation = nullptr;
  const NumberKeysWatch* number_keys = nullptr;
  const api::Statistics* statistics = nullptr;
  const api::StatementSources* statements = nullptr;
};

class MetricsListener {
 public:
  // Null if the settings name no place.
  static base::Result<std::unique_ptr<MetricsListener>> Start(const Settings& settings,
                                                              const MetricsSources& sources);

 private:
  explicit MetricsListener(const MetricsSources& sources);

  api::MetricsService service_;
  std::unique_ptr<http::Server> server_;  // Ends first.
};

}  // namespace orgreg::app
