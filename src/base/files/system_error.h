// SPDX-License-Identifier: EUPL-1.2

// Errors made of a failed system call: the one place that words errno and gives it a code. Pure
// functions.

#pragma once

#include <string_view>

#include "base/result.h"

namespace orgreg::base {

// kUnavailable for what may be there later (room on a disk, memory, descriptors), kNotFound for a
// file that does not exist, kIo for everything else.
Code CodeOfErrno(int number);

// "ACTION: the system's words", with the code of CodeOfErrno.
Error SystemError(std::string_view action, int number);

// "PATH: ACTION: the system's words", and the same without an action. Always kIo: trying again does
// not help.
Error IoError(std::string_view path, std::string_view action, int number);
Error IoError(std::string_view path, int number);

// "PATH: the system's words": kNotFound where the file does not exist, kIo otherwise.
Error OpenError(std::string_view path, int number);

}  // namespace orgreg::base
