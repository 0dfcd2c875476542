// SPDX-License-Identifier: EUPL-1.2

#include "api/pages/serving_turn.h"

#include <gtest/gtest.h>

#include <chrono>
#include <thread>

namespace orgreg::api {
namespace {

using Clock = std::chrono::steady_clock;

TEST(TakeServingTurn, IsSeldomOnOneThread) {
  const Clock::time_point begin = Clock::now();
  int turns = 0;
  while (Clock::now() - begin < 10 * kBetweenPages) turns += TakeServingTurn() ? 1 : 0;
  EXPECT_GE(turns, 2);
  EXPECT_LE(turns, 1 + (Clock::now() - begin) / kBetweenPages);
}

TEST(TakeServingTurn, IsEachThreadsOwn) {
  static_cast<void>(TakeServingTurn());
  bool has_turn = false;
  std::thread([&has_turn] { has_turn = TakeServingTurn(); }).join();
  EXPECT_TRUE(has_turn);
}

}  // namespace
}  // namespace orgreg::api
