// SPDX-License-Identifier: EUPL-1.2

// Reads what a result of a search shows of a unit, and passes over the rest of its record, which
// costs a fraction of reading all of it. Safe from any thread.

#pragma once

#include "model/kind.h"
#include "model/unit.h"
#include "render/public_form.h"

namespace orgreg::api {

// The name, the number, the form, the places, the first industry, the employees and what a reader
// must know; the other members are missing.
model::Unit ResultUnit(model::Kind kind, const render::PublicForm& record);

}  // namespace orgreg::api
