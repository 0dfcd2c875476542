// SPDX-License-Identifier: EUPL-1.2

// The settings of who is asked, and by whom (api/origin/origin.h).

#pragma once

#include "api/origin/origin.h"
#include "app/settings/settings.h"

namespace orgreg::app {

api::OriginSettings OriginSettingsOf(const Settings& settings);

}  // namespace orgreg::app
