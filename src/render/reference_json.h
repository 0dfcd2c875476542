// An item of a reference list as JSON. Pure functions; safe from any thread.

#pragma once

#include <string>

#include "model/registers/reference_list.h"

namespace orgreg::render {

// With the link to itself, origin marked (record_json.h).
void AppendReferenceItem(const model::ReferenceList& list, const model::ReferenceItem& item,
                         std::string* out);

}  // namespace orgreg::render
