// SPDX-License-Identifier: EUPL-1.2

#include "base/threads/guarded_thread.h"

#include <gtest/gtest.h>

#include <atomic>
#include <latch>
#include <new>
#include <stdexcept>

#include "base/threads/helper_thread.h"

namespace orgreg::base {
namespace {

TEST(GuardedThread, BeginsItsBodyAgainAfterAFailure) {
  const std::uint64_t before = CountThreadFailures();
  std::atomic<int> begun = 0;
  std::latch done(1);
  const std::jthread thread = StartGuarded("test", [&](const std::stop_token&) {
    switch (++begun) {
      case 1:
        throw std::bad_alloc();
      case 2:
        throw 5;  // Not even an exception.
      default:
        done.count_down();
    }
  });
  done.wait();
  EXPECT_EQ(begun, 3);
  EXPECT_EQ(CountThreadFailures() - before, 2);
}

TEST(GuardedThread, IsStoppedInThePauseAfterAFailure) {
  std::latch failing(1);
  std::jthread thread = StartGuarded("test", [&](const std::stop_token& stop) {
    if (!stop.stop_requested() && !failing.try_wait()) failing.count_down();
    throw std::runtime_error("again and again");
  });
  failing.wait();
  thread.request_stop();
  thread.join();
}

TEST(HelperThread, ReturnsTheExceptionOfItsPart) {
  HelperThread good("test", [] {}, [] {});
  EXPECT_TRUE(good.Join().ok());
  HelperThread starved("test", [] { throw std::bad_alloc(); }, [] {});
  EXPECT_EQ(starved.Join().error().code, Code::kUnavailable);
  HelperThread failed("test", [] { throw std::runtime_error("no more"); }, [] {});
  const Status ended = failed.Join();
  EXPECT_EQ(ended.error().code, Code::kIo);
  EXPECT_EQ(ended.error().message, "no more");
}

// For example because the code next to it throws.
TEST(HelperThread, IsReleasedAndJoinedIfItsOwnerDoesNotJoinIt) {
  std::atomic<bool> is_released = false;
  std::atomic<bool> has_ended = false;
  {
    const HelperThread waiting(
        "test",
        [&] {
          is_released.wait(false);
          has_ended = true;
        },
        [&] {
          is_released = true;
          is_released.notify_all();
        });
  }
  EXPECT_TRUE(has_ended);
}

}  // namespace
}  // namespace orgreg::base
