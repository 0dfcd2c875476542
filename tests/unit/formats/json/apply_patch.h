// SPDX-License-Identifier: EUPL-1.2

// Applies a patch to a JSON text, as clients of the feeds do, so that the tests can follow what
// MakePatch made. Pure functions.

#pragma once

#include <string>
#include <string_view>

#include "base/result.h"

namespace orgreg::formats {

// The document after the operations, compact: members keep their order, added ones come last.
// kInvalid if one of the texts is not JSON, if the patch is broken or uses another operation than
// add, remove and replace, or if an operation points to something that does not exist.
base::Result<std::string> ApplyPatch(std::string_view before, std::string_view patch);

}  // namespace orgreg::formats
