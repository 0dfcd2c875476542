// SPDX-License-Identifier: EUPL-1.2

// Hides the memory of this process from other programs of the same user: no core dump, no debugger,
// no /proc/PID/mem. Root still sees everything, so freed memory is overwritten too
// (auth/secrets/freed_memory.h). Called once, before keys are read.

#pragma once

#include "base/result.h"

namespace orgreg::auth {

// kIo where the system refuses; the caller then does not read keys.
base::Status MakeProcessPrivate();

}  // namespace orgreg::auth
