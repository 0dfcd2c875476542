// SPDX-License-Identifier: EUPL-1.2

// Links a counting operator new into the test program; it counts by thread.

#pragma once

#include <cstddef>

namespace orgreg::http {

std::size_t AllocationsOfThisThread();

}  // namespace orgreg::http
