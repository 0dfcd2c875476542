// Cadastral units, found by id or number (spec, Endpoints: /matrikkelenhet). Handlers; see
// context.h.

#pragma once

#include "api/interface/context.h"

namespace orgreg::api {

void FindCadastralUnits(const Context& context, Answer* answer);

}  // namespace orgreg::api
