// SPDX-License-Identifier: EUPL-1.2

// The settings of who is asked, and by whom (api/origin/origin.h).

#pragma once

#include <string>

#include "api/origin/origin.h"
#include "app/settings/settings.h"

namespace orgreg::app {

// Where clients reach the server: the setting `listen`, unless a service manager has handed over
// sockets. Then it is the address of the first that other machines can reach, if there is one.
std::string ListenAddress(const Settings& settings);

api::OriginSettings OriginSettingsOf(const Settings& settings);

}  // namespace orgreg::app
