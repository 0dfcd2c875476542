// SPDX-License-Identifier: EUPL-1.2

// The listener at which replicas follow a running server (api/replica_service.h): an address or a
// socket file of its own, off unless it is set. Ends with the object.

#pragma once

#include <memory>
#include <stop_token>
#include <string>

#include "api/replica_service.h"
#include "app/settings/settings.h"
#include "base/result.h"
#include "http/server/server.h"
#include "http/tls/identity.h"
#include "store/store.h"

namespace orgreg::app {

class ReplicaListener {
 public:
  // Null if the settings name no place. kInvalid if they name an address and no token: then any
  // client that reaches the address could read what is not public. Clients of an address that other
  // machines reach speak TLS if `tls` is not null. `store` and `tls` outlive the listener.
  static base::Result<std::unique_ptr<ReplicaListener>> Start(const Settings& settings,
                                                              store::Store* store,
                                                              http::TlsIdentity* tls);
  // Ends the streams of replicas.
  ~ReplicaListener();
  ReplicaListener(const ReplicaListener&) = delete;
  ReplicaListener& operator=(const ReplicaListener&) = delete;

  // The place where it listens, for people.
  const std::string& place() const { return place_; }
  // The number of replicas that follow now.
  std::size_t replicas() const { return service_.streams(); }

 private:
  ReplicaListener(store::Store* store, api::ReplicaSettings settings, std::stop_source stop)
      : stop_(std::move(stop)), service_(records::ReplicaSource(store), std::move(settings)) {}

  std::stop_source stop_;
  api::ReplicaService service_;
  std::string place_;
  std::unique_ptr<http::Server> server_;  // Ends first.
};

}  // namespace orgreg::app
