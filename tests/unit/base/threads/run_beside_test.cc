// SPDX-License-Identifier: EUPL-1.2

#include "base/threads/run_beside.h"

#include <gtest/gtest.h>

#include <atomic>
#include <stdexcept>
#include <vector>

namespace orgreg::base {
namespace {

TEST(RunBeside, DoesEveryTaskAndReturnsTheLastError) {
  std::atomic<int> done = 0;
  std::vector<std::function<Status()>> tasks(20, [&]() -> Status {
    ++done;
    return {};
  });
  EXPECT_TRUE(RunBeside(tasks).ok());
  EXPECT_EQ(done, 20);
  tasks[3] = []() -> Status { return Error{Code::kCorrupt, "third"}; };
  tasks[7] = []() -> Status { throw std::runtime_error("seventh"); };
  const Status failed = RunBeside(tasks);
  EXPECT_EQ(failed.error().message, "seventh");
  EXPECT_EQ(done, 38);
  EXPECT_TRUE(RunBeside({}).ok());
}

}  // namespace
}  // namespace orgreg::base
