// SPDX-License-Identifier: EUPL-1.2

#include "app/serve/tls_files.h"

#include <utility>

#include "base/log.h"
#include "http/message/http_date.h"

namespace orgreg::app {

base::Result<std::unique_ptr<http::TlsIdentity>> LoadTlsIdentity(const Settings& settings) {
  if (!ServesTls(settings)) return std::unique_ptr<http::TlsIdentity>();
  auto identity =
      http::TlsIdentity::Load({.certificate = settings.tls_certificate, .key = settings.tls_key});
  if (identity) return std::move(*identity);
  return std::move(identity).error().At("tls_certificate, tls_key");
}

void ReloadTlsIdentity(http::TlsIdentity* identity) {
  if (identity == nullptr) return;
  if (const base::Status read = identity->Reload(); !read) {
    return base::LogError("SIGHUP: the certificate of before stays: {}", read.error().message);
  }
  base::LogInfo("SIGHUP: new connections get the certificate that is valid until {}",
                http::FormatHttpDate(identity->expires()));
}

}  // namespace orgreg::app
