// SPDX-License-Identifier: EUPL-1.2

// The listener at which a running server takes batches of changes by POST: an address or a socket
// file of its own, off unless it is set. Ends with the object, after the batches that it has begun.

#pragma once

#include <functional>
#include <memory>
#include <string>

#include "api/batch_service.h"
#include "app/follow/follow_state.h"
#include "app/serve/batch_target.h"
#include "app/settings/settings.h"
#include "base/result.h"
#include "http/server/server.h"
#include "http/tls/identity.h"
#include "records/readers/role_sealing.h"

namespace orgreg::app {

class IngestListener {
 public:
  // What outlives the listener.
  struct Parts {
    std::function<records::NumberSealing()> sealing = {};
    // Of a node, which writes to its database only while it follows that; else null.
    const FollowState* following = nullptr;
    // Clients of an address that other machines reach speak TLS if it is not null.
    http::TlsIdentity* tls = nullptr;
  };

  // Null if the settings name no place. Fails if ReadListenerToken does.
  static base::Result<std::unique_ptr<IngestListener>> Start(const Settings& settings,
                                                             const Parts& parts);

  // The place where it listens, for people.
  const std::string& place() const { return place_; }
  const api::BatchService& service() const { return service_; }

 private:
  IngestListener(std::unique_ptr<BatchTarget> target, api::BatchSettings batches);

  std::unique_ptr<BatchTarget> target_;
  api::BatchService service_;
  std::string place_;
  std::unique_ptr<http::Server> server_;  // Ends first.
};

}  // namespace orgreg::app
