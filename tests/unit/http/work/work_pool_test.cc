// SPDX-License-Identifier: EUPL-1.2

#include "http/work/work_pool.h"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <future>
#include <memory>
#include <string>
#include <thread>

namespace orgreg::http {
namespace {

using Admission = WorkPool::Admission;

// A pool of one thread that is busy until the test releases it.
class WorkPoolTest : public testing::Test {
 protected:
  WorkPoolTest() {
    pool_.Start(1);
    pool_.Submit({.owner = this,
                  .work =
                      [this] {
                        begun_.set_value();
                        release_.get_future().wait();
                      }},
                 Admission::kBounded);
    begun_.get_future().wait();
  }

  bool Submit(int* owner, Admission admission = Admission::kBounded) {
    return pool_.Submit({.owner = owner, .work = [owner] { *owner = 1; }}, admission);
  }

  std::promise<void> begun_;
  std::promise<void> release_;
  WorkPool pool_{2};
};

TEST_F(WorkPoolTest, RefusesWorkThatExceedsItsQueue) {
  int first = 0;
  int second = 0;
  int third = 0;
  int fourth = 0;
  EXPECT_TRUE(Submit(&first));
  EXPECT_TRUE(Submit(&second));
  EXPECT_FALSE(Submit(&third));
  EXPECT_TRUE(Submit(&fourth, Admission::kAlways));
  release_.set_value();
  pool_.Finish();
  EXPECT_EQ(first + second, 2);
  EXPECT_EQ(third, 0);
  EXPECT_EQ(fourth, 1);
}

TEST_F(WorkPoolTest, ReturnsOnlyWorkThatHasNotBegun) {
  int first = 0;
  int second = 0;
  int never = 0;
  EXPECT_TRUE(Submit(&first));
  EXPECT_TRUE(Submit(&second));
  EXPECT_TRUE(pool_.Withdraw(&first));
  EXPECT_FALSE(pool_.Withdraw(&first));
  EXPECT_FALSE(pool_.Withdraw(&never));
  EXPECT_FALSE(pool_.Withdraw(this));
  release_.set_value();
  pool_.Finish();
  EXPECT_EQ(first, 0);
  EXPECT_EQ(second, 1);
}

TEST(WorkPool, WorksInOrderWithOneThread) {
  WorkPool pool(100);
  std::string order;
  for (char c = 'a'; c < 'k'; ++c) {
    EXPECT_TRUE(pool.Submit({.work = [&order, c] { order.push_back(c); }}, Admission::kBounded));
  }
  pool.Start(1);
  pool.Finish();
  EXPECT_EQ(order, "abcdefghij");
}

TEST(WorkPool, LetsClientsTakeTurns) {
  WorkPool pool(100);
  std::string order;
  const auto submit = [&](const char* client, char letter) {
    EXPECT_TRUE(
        pool.Submit({.client = client, .work = [&order, letter] { order.push_back(letter); }},
                    Admission::kBounded));
  };
  for (const char letter : {'a', 'b', 'c', 'd'}) submit("192.0.2.1", letter);
  submit("192.0.2.2", 'A');
  submit("192.0.2.3", '1');
  submit("192.0.2.2", 'B');
  pool.Start(1);
  pool.Finish();
  EXPECT_EQ(order, "aA1bBcd");
}

TEST(WorkPool, LeavesRoomInItsQueueForOthers) {
  WorkPool pool(10);
  const auto submit = [&](const char* client) {
    return pool.Submit({.client = client, .work = [] {}}, Admission::kBounded);
  };
  int admitted = 0;
  while (submit("192.0.2.1")) ++admitted;
  EXPECT_EQ(admitted, 5);
  EXPECT_TRUE(submit("192.0.2.2"));
  pool.Start(1);
  pool.Finish();
  EXPECT_TRUE(submit("192.0.2.1"));
}

TEST(WorkPool, ForgetsAClientWhoseJobIsTakenBack) {
  WorkPool pool(10);
  int first = 0;
  int second = 0;
  EXPECT_TRUE(pool.Submit({.owner = &first, .client = "192.0.2.1", .work = [&] { ++first; }},
                          Admission::kBounded));
  EXPECT_TRUE(pool.Submit({.owner = &second, .client = "192.0.2.2", .work = [&] { ++second; }},
                          Admission::kAlways));
  EXPECT_TRUE(pool.Withdraw(&first));
  pool.Start(1);
  pool.Finish();
  EXPECT_EQ(first, 0);
  EXPECT_EQ(second, 1);
}

TEST(WorkPool, WorksWithSeveralThreads) {
  std::atomic<int> count = 0;
  WorkPool pool(1000);
  pool.Start(4);
  for (int i = 0; i < 500; ++i) {
    EXPECT_TRUE(pool.Submit({.work = [&count] { ++count; }}, Admission::kBounded));
  }
  pool.Finish();
  pool.Finish();
  EXPECT_EQ(count, 500);
}

TEST(WorkPool, NeedsNoStart) { const WorkPool pool(1); }

// A client with long jobs has one of two threads, so another client is served next to it.
TEST(WorkPool, KeepsThreadsFreeOfOneClient) {
  WorkPool pool(100);
  std::promise<void> release;
  const std::shared_future<void> released(release.get_future());
  std::atomic<int> begun = 0;
  std::promise<void> neighbour_done;
  for (int i = 0; i < 5; ++i) {
    EXPECT_TRUE(pool.Submit({.client = "10.0.0.1",
                             .work =
                                 [&begun, released] {
                                   ++begun;
                                   released.wait();
                                 }},
                            Admission::kBounded));
  }
  pool.Start(2, 0, 1);
  while (begun == 0) std::this_thread::yield();
  EXPECT_TRUE(
      pool.Submit({.client = "10.0.0.2", .work = [&neighbour_done] { neighbour_done.set_value(); }},
                  Admission::kBounded));
  neighbour_done.get_future().wait();
  EXPECT_EQ(begun, 1);
  EXPECT_EQ(pool.waiting(), 4U);
  release.set_value();
  pool.Finish();
  EXPECT_EQ(begun, 5);
}

// Requests that a trusted proxy does not name a client for.
TEST(WorkPool, BoundsNoJobsWithoutAClient) {
  WorkPool pool(100);
  std::promise<void> both;
  std::atomic<int> begun = 0;
  const std::shared_future<void> met(both.get_future());
  const auto meet = [&] {
    if (++begun == 2) both.set_value();
    met.wait();
  };
  EXPECT_TRUE(pool.Submit({.work = meet}, Admission::kBounded));
  EXPECT_TRUE(pool.Submit({.work = meet}, Admission::kBounded));
  pool.Start(2, 0, 1);
  pool.Finish();
  EXPECT_EQ(begun, 2);
}

// Its threads look for work once more when they hear of the end, and find none that they may do.
TEST(WorkPool, EndsWhileAClientHasAllThatItMay) {
  WorkPool pool(100);
  std::promise<void> release;
  const std::shared_future<void> released(release.get_future());
  std::atomic<int> done = 0;
  for (int i = 0; i < 3; ++i) {
    EXPECT_TRUE(pool.Submit({.client = "10.0.0.1",
                             .work =
                                 [&done, released] {
                                   released.wait();
                                   ++done;
                                 }},
                            Admission::kBounded));
  }
  pool.Start(3, 0, 1);
  std::thread later([&release] {
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
    release.set_value();
  });
  pool.Finish();
  later.join();
  EXPECT_EQ(done, 3);
}

TEST(WorkPool, DoesAllJobsOfClientsThatWaitForTheirTurn) {
  WorkPool pool(10'000);
  pool.Start(3, 0, 1);
  std::atomic<int> done = 0;
  for (int i = 0; i < 3000; ++i) {
    EXPECT_TRUE(pool.Submit({.client = "10.0.0." + std::to_string(i % 2), .work = [&] { ++done; }},
                            Admission::kAlways));
  }
  pool.Finish();
  EXPECT_EQ(done, 3000);
}

}  // namespace
}  // namespace orgreg::http
