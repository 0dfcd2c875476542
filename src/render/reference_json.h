// SPDX-License-Identifier: EUPL-1.2

// Writes an item of a reference list as JSON. Pure functions; safe from any thread.

#pragma once

#include "model/registers/reference_list.h"
#include "render/public_form.h"

namespace orgreg::render {

// Appends the item with the link to itself.
void AppendReferenceItem(const model::ReferenceList& list, const model::ReferenceItem& item,
                         PublicText* out);

}  // namespace orgreg::render
