// SPDX-License-Identifier: EUPL-1.2

#include "app/serve/origin_settings.h"

#include "app/serve/handed_sockets.h"
#include "http/connection/peer_name.h"

namespace orgreg::app {

std::string ListenAddress(const Settings& settings) {
  std::string address = settings.listen;
  for (const int socket : SocketsHandedOver().serve) {
    address = http::LocalName(socket);
    if (!api::IsLoopbackAddress(address)) return address;
  }
  return address;
}

api::OriginSettings OriginSettingsOf(const Settings& settings) {
  return {.public_url = settings.public_url,
          .allowed_hosts = settings.allowed_hosts,
          .trusted_proxies = settings.trusted_proxies,
          .forwarded_by = settings.forwarded_by == kByForwarded ? api::ForwardedBy::kForwarded
                                                                : api::ForwardedBy::kXForwarded,
          .listen = ListenAddress(settings),
          .allows_plain_secrets = settings.allow_plain_secrets};
}

}  // namespace orgreg::app
