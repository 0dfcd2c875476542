// SPDX-License-Identifier: EUPL-1.2

#include "base/threads/per_thread.h"

#include <gtest/gtest.h>

#include <atomic>
#include <thread>

namespace orgreg::base {
namespace {

std::atomic<int> alive = 0;

struct Counted {
  Counted() { ++alive; }
  ~Counted() { --alive; }
  int value = 0;
};

TEST(PerThread, EachThreadHasItsOwnUntilItEnds) {
  static PerThread<Counted> counted;
  counted.Get().value = 1;
  std::jthread([] {
    EXPECT_EQ(counted.Get().value, 0);
    counted.Get().value = 2;
    EXPECT_EQ(counted.Get().value, 2);
    EXPECT_EQ(alive, 2);
  }).join();
  EXPECT_EQ(counted.Get().value, 1);
  EXPECT_EQ(alive, 1);
}

}  // namespace
}  // namespace orgreg::base
