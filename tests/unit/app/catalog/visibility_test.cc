// SPDX-License-Identifier: EUPL-1.2

#include "app/catalog/visibility.h"

#include <gtest/gtest.h>

namespace orgreg::app {
namespace {

using std::chrono::seconds;

class VisibilityTest : public ::testing::Test {
 protected:
  static Visibility::Clock::time_point At(int second) {
    return Visibility::Clock::time_point(seconds(1000 + second));
  }

  Visibility visibility_;
};

TEST_F(VisibilityTest, HasNoLagWhileAllIsServed) {
  EXPECT_EQ(visibility_.Lag(At(0)), seconds(0));
  visibility_.NoteShown(At(1));
  EXPECT_EQ(visibility_.Lag(At(2)), seconds(0));
  EXPECT_EQ(visibility_.Delays().Count(), 0U);
}

TEST_F(VisibilityTest, CountsTheLagFromTheFirstTimeThatItIsBehind) {
  visibility_.NoteBehind(At(1));
  visibility_.NoteBehind(At(5));
  EXPECT_EQ(visibility_.Lag(At(7)), seconds(6));
}

TEST_F(VisibilityTest, NotesEachDelayOnce) {
  visibility_.NoteBehind(At(1));
  visibility_.NoteShown(At(4));
  visibility_.NoteShown(At(6));
  EXPECT_EQ(visibility_.Lag(At(7)), seconds(0));
  EXPECT_EQ(visibility_.Delays().Count(), 1U);
  EXPECT_EQ(visibility_.Delays().sum, seconds(3));
}

}  // namespace
}  // namespace orgreg::app
