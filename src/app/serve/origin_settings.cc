// SPDX-License-Identifier: EUPL-1.2

#include "app/serve/origin_settings.h"

namespace orgreg::app {

api::OriginSettings OriginSettingsOf(const Settings& settings) {
  return {.public_url = settings.public_url,
          .allowed_hosts = settings.allowed_hosts,
          .trusted_proxies = settings.trusted_proxies,
          .forwarded_by = settings.forwarded_by == kByForwarded ? api::ForwardedBy::kForwarded
                                                                : api::ForwardedBy::kXForwarded,
          .listen = settings.listen,
          .allows_plain_secrets = settings.allow_plain_secrets};
}

}  // namespace orgreg::app
