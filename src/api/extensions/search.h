// SPDX-License-Identifier: EUPL-1.2

// Searches whose results go on at a cursor, so that a client gets all of them. A handler; see
// context.h.

#pragma once

#include "api/interface/context.h"

namespace orgreg::api {

// Of the argument's kind.
Outcome SearchByCursor(const Context& context, Reply* reply);

}  // namespace orgreg::api
