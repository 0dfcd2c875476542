// SPDX-License-Identifier: EUPL-1.2

// Files with a secret that two programs share. Safe from any thread.

#pragma once

#include <string>

#include "base/result.h"

namespace orgreg::app {

// The first line, which is too long to be guessed and has only visible characters of ASCII. Errors
// name the file: kIo, kInvalid.
base::Result<std::string> ReadTokenFile(const std::string& path);

}  // namespace orgreg::app
