// SPDX-License-Identifier: EUPL-1.2

// The page that says whether the register, its index and its files are fresh (freshness.h). A
// handler; see context.h. Nothing on it names a path, a host or a client.

#pragma once

#include "api/interface/context.h"

namespace orgreg::api {

Outcome ShowStatus(const Context& context, Reply* reply);

}  // namespace orgreg::api
