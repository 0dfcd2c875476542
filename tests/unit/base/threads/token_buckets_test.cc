// SPDX-License-Identifier: EUPL-1.2

#include "base/threads/token_buckets.h"

#include <gtest/gtest.h>

#include <atomic>
#include <string>
#include <thread>
#include <vector>

namespace orgreg::base {
namespace {

using std::chrono::hours;
using std::chrono::milliseconds;
using std::chrono::nanoseconds;
using std::chrono::seconds;
using Clock = TokenBuckets::Clock;
using Rate = TokenBuckets::Rate;
using State = TokenBuckets::State;

constexpr Rate kThreeThenOneASecond = {.every = seconds(1), .most = 3};

class TokenBucketsTest : public testing::Test {
 protected:
  State Take(std::string_view address, const Rate& rate = kThreeThenOneASecond,
             std::uint32_t thing = 0) {
    return buckets_.Take({.address = address, .thing = thing}, rate, now_);
  }
  std::string AddressNumber(int number) {
    return std::to_string(number >> 16 & 255) + "." + std::to_string(number >> 8 & 255) + "." +
           std::to_string(number & 255) + ".7";
  }

  TokenBuckets buckets_{1000};
  Clock::time_point now_ = Clock::now();
};

TEST_F(TokenBucketsTest, CountDownAndSayHowLongToWait) {
  for (const std::uint32_t left : {2U, 1U, 0U}) {
    const State state = Take("192.0.2.1");
    EXPECT_TRUE(state.has_token);
    EXPECT_EQ(state.left, left);
    EXPECT_EQ(state.wait, left == 0 ? seconds(1) : seconds(0));
    EXPECT_EQ(state.fill, seconds(3 - left));
  }
  const State refused = Take("192.0.2.1");
  EXPECT_FALSE(refused.has_token);
  EXPECT_EQ(refused.left, 0U);
  EXPECT_EQ(refused.wait, seconds(1));
}

TEST_F(TokenBucketsTest, ARefusalCostsNothing) {
  for (int i = 0; i < 1000; ++i) Take("192.0.2.1");
  EXPECT_EQ(Take("192.0.2.1").wait, seconds(1));
  now_ += seconds(1);
  EXPECT_TRUE(Take("192.0.2.1").has_token);
  EXPECT_FALSE(Take("192.0.2.1").has_token);
}

TEST_F(TokenBucketsTest, FillUpAndNoFurther) {
  for (int i = 0; i < 3; ++i) Take("192.0.2.1");
  now_ += milliseconds(999);
  EXPECT_EQ(Take("192.0.2.1").wait, milliseconds(1));
  now_ += hours(24 * 365);
  for (int i = 0; i < 3; ++i) EXPECT_TRUE(Take("192.0.2.1").has_token);
  EXPECT_FALSE(Take("192.0.2.1").has_token);
}

TEST_F(TokenBucketsTest, LookWithoutTaking) {
  for (int i = 0; i < 5; ++i) {
    const State state = buckets_.Look({.address = "192.0.2.1"}, kThreeThenOneASecond, now_);
    EXPECT_TRUE(state.has_token);
    EXPECT_EQ(state.left, 3U);
  }
  EXPECT_EQ(buckets_.count(now_), 0U);
}

TEST_F(TokenBucketsTest, TakeBackWhatIsReturnedAndNoMore) {
  buckets_.GiveBack({.address = "192.0.2.1"}, kThreeThenOneASecond, now_);
  for (int i = 0; i < 3; ++i) Take("192.0.2.1");
  buckets_.GiveBack({.address = "192.0.2.1"}, kThreeThenOneASecond, now_);
  EXPECT_TRUE(Take("192.0.2.1").has_token);
  EXPECT_FALSE(Take("192.0.2.1").has_token);
  for (int i = 0; i < 9; ++i)
    buckets_.GiveBack({.address = "192.0.2.1"}, kThreeThenOneASecond, now_);
  for (int i = 0; i < 3; ++i) EXPECT_TRUE(Take("192.0.2.1").has_token);
  EXPECT_FALSE(Take("192.0.2.1").has_token);
}

TEST_F(TokenBucketsTest, AreApartForAddressesAndThings) {
  constexpr Rate kOne = {.every = seconds(1), .most = 1};
  EXPECT_TRUE(Take("192.0.2.1", kOne).has_token);
  EXPECT_FALSE(Take("192.0.2.1", kOne).has_token);
  EXPECT_TRUE(Take("192.0.2.1", kOne, 1).has_token);
  EXPECT_TRUE(Take("192.0.2.2", kOne).has_token);
  EXPECT_TRUE(Take("2001:db8:1:2::1", kOne).has_token);
  EXPECT_FALSE(Take("2001:db8:1:2:ffff::", kOne).has_token);
  EXPECT_FALSE(Take("::ffff:192.0.2.2", kOne).has_token);
}

TEST_F(TokenBucketsTest, TakeAnotherRateAtOnce) {
  for (int i = 0; i < 3; ++i) Take("192.0.2.1");
  EXPECT_TRUE(Take("192.0.2.1", {.every = seconds(1), .most = 5}).has_token);
  EXPECT_EQ(Take("192.0.2.1", {.every = seconds(1), .most = 1}).wait, seconds(4));
}

TEST_F(TokenBucketsTest, BearTheLargestRates) {
  constexpr Rate kLargest = {.every = hours(1), .most = 1'000'000 / 3};
  EXPECT_EQ(Take("192.0.2.1", kLargest).left, kLargest.most - 1);
  constexpr Rate kFastest = {.every = nanoseconds(1), .most = 4'000'000'000};
  EXPECT_EQ(Take("192.0.2.2", kFastest).left, kFastest.most - 1);
}

TEST_F(TokenBucketsTest, DoNotGrowWithAddressesNorForgetWhoIsLimited) {
  const std::size_t memory = buckets_.memory_bytes();
  for (int i = 0; i < 3; ++i) Take("192.0.2.1");
  for (int i = 0; i < 100'000; ++i) EXPECT_TRUE(Take(AddressNumber(i)).has_token) << i;
  EXPECT_FALSE(Take("192.0.2.1").has_token);
  EXPECT_EQ(buckets_.memory_bytes(), memory);
  EXPECT_LE(buckets_.count(now_), 2000U);
  // An address that was driven out has all of its tokens.
  for (int i = 0; i < 100'000; i += 999) EXPECT_TRUE(Take(AddressNumber(i)).has_token) << i;
}

TEST_F(TokenBucketsTest, RememberAllWhileThereIsRoom) {
  constexpr Rate kOne = {.every = seconds(1), .most = 1};
  int forgotten = 0;
  for (int i = 0; i < 1000; ++i) Take(AddressNumber(i), kOne);
  for (int i = 0; i < 1000; ++i) forgotten += Take(AddressNumber(i), kOne).has_token ? 1 : 0;
  EXPECT_LT(forgotten, 50);
}

TEST_F(TokenBucketsTest, GiveNoTokenTwiceToThreads) {
  constexpr Rate kThousand = {.every = hours(1), .most = 1000};
  std::atomic<int> taken = 0;
  std::vector<std::thread> threads;
  for (int thread = 0; thread < 4; ++thread) {
    threads.emplace_back([&] {
      for (int i = 0; i < 1000; ++i) taken += Take("192.0.2.1", kThousand).has_token ? 1 : 0;
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(taken, 1000);
}

}  // namespace
}  // namespace orgreg::base
