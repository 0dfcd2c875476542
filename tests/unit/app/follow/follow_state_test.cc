// SPDX-License-Identifier: EUPL-1.2

#include "app/follow/follow_state.h"

#include <gtest/gtest.h>

#include <chrono>
#include <thread>

namespace orgreg::app {
namespace {

using std::chrono::hours;

TEST(FollowState, HasALagOnlyOnceItWasEqual) {
  FollowState state;
  state.NoteSource(store::CommitId{7});
  state.NoteFailure("is away");
  FollowState::Facts facts = state.Read();
  EXPECT_FALSE(facts.lag);
  EXPECT_EQ(facts.source_commit.value, 7);
  EXPECT_EQ(facts.failures, 1U);
  EXPECT_EQ(facts.problem, "is away");
  state.NoteStep();
  state.NoteEqual(store::CommitId{8});
  facts = state.Read(FollowState::Clock::now() + hours(1));
  ASSERT_TRUE(facts.lag);
  EXPECT_GE(*facts.lag, hours(1));
  EXPECT_EQ(facts.source_commit.value, 8);
  EXPECT_EQ(facts.steps, 1U);
  EXPECT_TRUE(facts.problem.empty());
}

TEST(FollowState, AnEmptySourceIsNoFailureAndNotEqual) {
  FollowState state;
  state.NoteNothingThere();
  EXPECT_EQ(state.Read().failures, 0U);
  EXPECT_FALSE(state.Read().lag);
  EXPECT_FALSE(state.Read().problem.empty());
}

TEST(FollowState, IsMetUntilAFailure) {
  FollowState state;
  EXPECT_FALSE(state.AwaitMet(std::chrono::milliseconds(1)));
  std::jthread other([&state] { state.NoteMet(); });
  EXPECT_TRUE(state.AwaitMet(hours(1)));
  state.NoteFailure("is away");
  EXPECT_FALSE(state.AwaitMet(hours(1))) << "it is known why";
  state.NoteMet();
  EXPECT_TRUE(state.AwaitMet(hours(1)));
}

TEST(FollowState, AwaitsTheFirstTimeOrAStop) {
  FollowState state;
  std::stop_source stopped;
  stopped.request_stop();
  EXPECT_FALSE(state.AwaitFirst(stopped.get_token()));
  std::jthread other([&state] { state.NoteEqual(store::CommitId{1}); });
  EXPECT_TRUE(state.AwaitFirst({}));
}

}  // namespace
}  // namespace orgreg::app
