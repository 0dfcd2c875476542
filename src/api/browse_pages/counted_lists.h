// SPDX-License-Identifier: EUPL-1.2

// Today's code lists, with how many live records of the newest state have each code: what people
// browse the register by. They are kept until another state is published, because counting takes
// some milliseconds. Safe from any thread.

#pragma once

#include <memory>

#include "api/extensions/code_lists.h"
#include "api/interface/current_catalog.h"
#include "base/result.h"

namespace orgreg::api {

base::Result<std::shared_ptr<const CodeListBody>> CountedCodes(
    CountedList list, const CurrentCatalog::Pointer& catalog);

}  // namespace orgreg::api
