// SPDX-License-Identifier: EUPL-1.2

// Writes an update as JSON, as the feeds send it. Pure; safe from any thread.

#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "model/changes/update.h"
#include "model/kind.h"

namespace orgreg::render {

// `with_changes` adds the changes, an empty array if there are none. `origin` begins the link.
void AppendUpdate(model::Kind kind, const model::Update& update, bool with_changes,
                  std::string_view origin, std::string* out);

// Writes changes of roles as a batch of events; `origin` begins their sources.
void AppendRoleEvents(const std::vector<model::Update>& updates, std::string_view origin,
                      std::string* out);

}  // namespace orgreg::render
