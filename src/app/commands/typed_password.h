// SPDX-License-Identifier: EUPL-1.2

// A password from standard input: one line, or typed twice without being shown where that is a
// terminal. For one thread.

#pragma once

#include <string>

#include "base/result.h"

namespace orgreg::app {

// The caller wipes it (auth::Wipe). kInvalid if the two differ; kLimit; kIo.
base::Result<std::string> ReadPassword();

}  // namespace orgreg::app
