// SPDX-License-Identifier: EUPL-1.2

#include "app/serve/descriptor_limit.h"

#include <sys/resource.h>

#include <cerrno>

#include "base/files/system_error.h"

namespace orgreg::app {

base::Result<std::uint64_t> RaiseDescriptorLimit() {
  rlimit limit = {};
  if (getrlimit(RLIMIT_NOFILE, &limit) != 0) {
    return base::IoError("the limit of open files", errno);
  }
  rlimit raised = limit;
  raised.rlim_cur = raised.rlim_max;
  return std::uint64_t{setrlimit(RLIMIT_NOFILE, &raised) == 0 ? raised.rlim_cur : limit.rlim_cur};
}

}  // namespace orgreg::app
