// Links an operator new into the test program that counts, by thread.

#pragma once

#include <cstddef>

namespace orgreg::http {

std::size_t AllocationsOfThisThread();

}  // namespace orgreg::http
