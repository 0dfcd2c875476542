// SPDX-License-Identifier: EUPL-1.2

// Identifies this build of the program by the checksum that the linker has put into it. A copy of
// the program has the same, whatever its name and times. Safe from any thread.

#pragma once

#include <string_view>

namespace orgreg::base {

// The checksum as bytes, not text. Empty where the program was linked without one.
std::string_view BuildId();

}  // namespace orgreg::base
