// SPDX-License-Identifier: EUPL-1.2

#include "auth/secrets/private_process.h"

#include <gtest/gtest.h>
#include <sys/prctl.h>
#include <sys/resource.h>

namespace orgreg::auth {
namespace {

// In a child process, so that another test cannot make it dumpable again by mistake.
TEST(MakeProcessPrivate, TurnsOffDumpsOfMemory) {
  const auto in_child = [] {
    if (!MakeProcessPrivate().ok()) _exit(1);
    rlimit core = {};
    getrlimit(RLIMIT_CORE, &core);
    _exit(core.rlim_max == 0 && prctl(PR_GET_DUMPABLE) == 0 ? 0 : 2);
  };
  EXPECT_EXIT(in_child(), testing::ExitedWithCode(0), "");
}

}  // namespace
}  // namespace orgreg::auth
