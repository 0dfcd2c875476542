// What a failed system call means: the one table from errno to base::Code. Pure functions.

#pragma once

#include <string>
#include <string_view>

#include "base/result.h"

namespace orgreg::base {

// kUnavailable for what may be there later (room on a disk, memory, descriptors), kNotFound for a
// file that does not exist, kIo for everything else.
Code CodeOfErrno(int number);

// "ACTION: the system's words".
Error SystemError(std::string_view action, int number);

}  // namespace orgreg::base
