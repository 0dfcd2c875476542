// Keeps the memory of this process from those who may run programs as the same user: no core
// dump, no debugger, no /proc/PID/mem. Root still sees everything, and so memory that is given
// back is overwritten (auth/secrets/freed_memory.h). Called once, before keys are read.

#pragma once

#include "base/result.h"

namespace orgreg::auth {

// kIo where the system refuses; the caller then does not read keys.
base::Status MakeProcessPrivate();

}  // namespace orgreg::auth
