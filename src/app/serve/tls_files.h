// SPDX-License-Identifier: EUPL-1.2

// The certificate and key that the settings name.

#pragma once

#include <memory>

#include "app/settings/settings.h"
#include "base/result.h"
#include "http/tls/identity.h"

namespace orgreg::app {

// Null if the server speaks plain HTTP. Errors name the setting and the file.
base::Result<std::unique_ptr<http::TlsIdentity>> LoadTlsIdentity(const Settings& settings);

// Reads the files again, and logs the outcome. A wrong file changes nothing. Nothing happens if
// `identity` is null.
void ReloadTlsIdentity(http::TlsIdentity* identity);

}  // namespace orgreg::app
