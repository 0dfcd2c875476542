// SPDX-License-Identifier: EUPL-1.2

// Cadastral units, found by id or number (spec, Endpoints: /matrikkelenhet). Handlers; see
// context.h.

#pragma once

#include "api/interface/context.h"

namespace orgreg::api {

Outcome FindCadastralUnits(const Context& context, Reply* reply);

}  // namespace orgreg::api
