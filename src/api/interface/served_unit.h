// SPDX-License-Identifier: EUPL-1.2

// Reads the content that the catalog serves for a unit, for answers in another form. Safe from any
// thread.

#pragma once

#include "model/kind.h"
#include "model/unit.h"
#include "render/public_form.h"

namespace orgreg::api {

model::Unit UnitOf(model::Kind kind, const render::PublicForm& record);

}  // namespace orgreg::api
