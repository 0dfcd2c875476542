#include "http/work_pool.h"

#include <gtest/gtest.h>

#include <atomic>
#include <future>
#include <memory>

namespace orgreg::http {
namespace {

using Admission = WorkPool::Admission;

// A pool of one thread that is busy until the test lets go.
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

TEST_F(WorkPoolTest, RefusesWhatItsQueueDoesNotHold) {
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

TEST_F(WorkPoolTest, GivesBackOnlyWhatIsNotBegun) {
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

}  // namespace
}  // namespace orgreg::http
