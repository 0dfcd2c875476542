// SPDX-License-Identifier: EUPL-1.2

#include "auth/secrets/private_process.h"

#include <sys/prctl.h>
#include <sys/resource.h>

#include <cerrno>

#include "auth/secrets/freed_memory.h"
#include "base/files/system_error.h"

namespace orgreg::auth {

base::Status MakeProcessPrivate() {
  const rlimit none = {.rlim_cur = 0, .rlim_max = 0};
  const bool done = setrlimit(RLIMIT_CORE, &none) == 0 && prctl(PR_SET_DUMPABLE, 0, 0, 0, 0) == 0;
  if (!done) return base::IoError("memory dumps", errno);
  WipeFreedMemory();
  return {};
}

}  // namespace orgreg::auth
