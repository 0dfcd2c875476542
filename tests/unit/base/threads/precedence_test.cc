// SPDX-License-Identifier: EUPL-1.2

#include "base/threads/precedence.h"

#include <gtest/gtest.h>
#include <sched.h>
#include <sys/resource.h>

#include <algorithm>
#include <thread>

namespace orgreg::base {
namespace {

int Niceness() { return ::getpriority(PRIO_PROCESS, 0); }

TEST(Precedence, AThreadThatGivesWayInterruptsNoOther) {
  std::thread([] {
    const int before = Niceness();
    GiveWay(5);
    EXPECT_EQ(::sched_getscheduler(0), SCHED_BATCH);
    EXPECT_EQ(Niceness(), std::min(before + 5, 19));
  }).join();
}

// The body of a guarded thread may begin again.
TEST(Precedence, AThreadThatGivesWayTwiceIsNoNicer) {
  std::thread([] {
    const int before = Niceness();
    GiveWay(5);
    GiveWay(5);
    EXPECT_EQ(Niceness(), std::min(before + 5, 19));
  }).join();
}

TEST(Precedence, AThreadThatGivesWayNeverBecomesLessNice) {
  std::thread([] {
    GiveWay(7);
    const int before = Niceness();
    GiveWay(5);
    EXPECT_EQ(Niceness(), before);
  }).join();
}

TEST(Precedence, AThreadInheritsThatItGivesWay) {
  std::thread([] {
    GiveWay(7);
    std::thread([] {
      EXPECT_EQ(::sched_getscheduler(0), SCHED_BATCH);
      EXPECT_GE(Niceness(), 7);
    }).join();
  }).join();
}

TEST(Precedence, AThreadThatRunsWhenIdleIsOfThatPolicyAlone) {
  std::thread([] {
    const int before = Niceness();
    RunWhenIdle();
    EXPECT_EQ(::sched_getscheduler(0), SCHED_IDLE);
    EXPECT_EQ(Niceness(), before);
  }).join();
}

TEST(Precedence, ShortTurnsChangeNothingElse) {
  std::thread([] {
    const int before = Niceness();
    TakeShortTurns();
    EXPECT_EQ(::sched_getscheduler(0), SCHED_OTHER);
    EXPECT_EQ(Niceness(), before);
  }).join();
}

}  // namespace
}  // namespace orgreg::base
