// SPDX-License-Identifier: EUPL-1.2

// The listener at which a running server takes batches of changes by POST: an address or a socket
// file of its own, off unless it is set. Ends with the object, after the batches that it has begun.

#pragma once

#include <memory>
#include <string>

#include "api/batch_service.h"
#include "app/commands/wipe.h"
#include "app/settings/settings.h"
#include "base/result.h"
#include "http/server/server.h"
#include "http/tls/identity.h"
#include "records/register.h"
#include "store/store.h"

namespace orgreg::app {

class IngestListener {
 public:
  // Null if the settings name no place. Fails if ReadListenerToken does. Clients of an address that
  // other machines reach speak TLS if `tls` is not null; it outlives the object.
  static base::Result<std::unique_ptr<IngestListener>> Start(const Settings& settings,
                                                             const records::NumberSealing& sealing,
                                                             http::TlsIdentity* tls);

  // The place where it listens, for people.
  const std::string& place() const { return place_; }
  const api::BatchService& service() const { return service_; }

 private:
  IngestListener(std::unique_ptr<store::Store> store, const Place& register_place,
                 api::BatchSettings batches);

  std::unique_ptr<store::Store> store_;
  records::Register target_;
  Wiper wiper_;
  api::BatchService service_;
  std::string place_;
  std::unique_ptr<http::Server> server_;  // Ends first.
};

}  // namespace orgreg::app
