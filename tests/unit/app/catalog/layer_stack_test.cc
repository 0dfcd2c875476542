// SPDX-License-Identifier: EUPL-1.2

#include "app/catalog/layer_stack.h"

#include <gtest/gtest.h>

#include <chrono>

namespace orgreg::app {
namespace {

using std::chrono::seconds;

constexpr std::uint32_t kFirst = 900'000'000;

// A layer with `count` live records from number `first` on.
MadeSegment MakeLayer(std::int64_t since, std::int64_t until, std::uint32_t count,
                      std::uint32_t first = 0, model::State state = model::State::kLive) {
  search::SegmentBuilder builder(model::Kind::kEntity, "");
  for (std::uint32_t i = 0; i < count; ++i) {
    model::Unit unit{.state = state, .number = base::OrgNumber(kFirst + first + i)};
    unit.deleted_on = base::Date::FromDays(1);
    builder.Add(unit);
  }
  return {
      .segment = *std::move(builder).Build({}),
      .since = {.commit = {since}},
      .until = {.commit = {until}, .contents = {.fingerprint = static_cast<std::uint64_t>(until)}}};
}

class LayerStackTest : public ::testing::Test {
 protected:
  void Put(MadeSegment made) { stack_.PutSegment(std::move(made), now_); }

  LayerStack::Clock::time_point now_ = LayerStack::Clock::time_point(seconds(100'000));
  LayerStack stack_ = LayerStack(MakeLayer(0, 10, 40'000));
};

TEST_F(LayerStackTest, ANewLayerTakesUpSmallOnesOfItsSize) {
  EXPECT_EQ(stack_.BeginningOfNext(100).commit.value, 10);  // Never the base.
  Put(MakeLayer(10, 11, 1200));
  EXPECT_EQ(stack_.BeginningOfNext(600).commit.value, 11);  // Half as large as the layer.
  EXPECT_EQ(stack_.BeginningOfNext(900).commit.value, 11);  // Together they exceed the limit.
  EXPECT_EQ(stack_.BeginningOfNext(700).commit.value, 10);
  Put(MakeLayer(11, 12, 100));
  EXPECT_EQ(stack_.BeginningOfNext(60).commit.value, 11);
  EXPECT_EQ(stack_.BeginningOfNext(50).commit.value, 12);
  EXPECT_EQ(stack_.layers().size(), 3U);
  EXPECT_EQ(stack_.state().commit.value, 12);
}

TEST_F(LayerStackTest, ALayerReplacesLayersWhoseChangesItHas) {
  Put(MakeLayer(10, 11, 5));
  Put(MakeLayer(11, 12, 5, 10));
  Put(MakeLayer(12, 13, 5, 20));
  Put(MakeLayer(11, 13, 10, 10));
  EXPECT_EQ(stack_.layers().size(), 3U);
  EXPECT_EQ(stack_.state().commit.value, 13);
  // A layer that came while it was made stays on top.
  Put(MakeLayer(13, 14, 1, 30));
  Put(MakeLayer(10, 13, 15));
  EXPECT_EQ(stack_.layers().size(), 3U);
  EXPECT_EQ(stack_.state().commit.value, 14);
  EXPECT_EQ(search::CountLive(stack_.layers()), 40'000U);
}

TEST_F(LayerStackTest, ANewBaseReplacesEverythingUpToIt) {
  Put(MakeLayer(10, 11, 5, 50'000));
  Put(MakeLayer(11, 13, 5, 60'000));
  Put(MakeLayer(0, 12, 40'005));
  EXPECT_EQ(stack_.layers().size(), 2U);
  EXPECT_EQ(search::CountLive(stack_.layers()), 40'010U);
  Put(MakeLayer(0, 13, 40'010));
  EXPECT_EQ(stack_.layers().size(), 1U);
}

TEST_F(LayerStackTest, AnOutdatedSegmentIsNotUsed) {
  Put(MakeLayer(0, 20, 40'000));
  Put(MakeLayer(10, 15, 7));
  Put(MakeLayer(0, 15, 7));
  Put(MakeLayer(10, 20, 7));
  EXPECT_EQ(stack_.layers().size(), 1U);
  EXPECT_EQ(search::CountLive(stack_.layers()), 40'000U);
  Put(MakeLayer(0, 20, 40'001));  // A base may be replaced.
  EXPECT_EQ(search::CountLive(stack_.layers()), 40'001U);
}

// Commits of other kinds came while a base was made in place of a damaged one.
TEST_F(LayerStackTest, ABaseOfThePresentContentsIsUsed) {
  stack_.MoveTo({.commit = {12}, .contents = stack_.state().contents, .last_change = 5});
  Put(MakeLayer(0, 10, 40'001));
  EXPECT_EQ(search::CountLive(stack_.layers()), 40'001U);
  EXPECT_EQ(stack_.state().commit.value, 12);
  EXPECT_EQ(stack_.state().last_change, 5);
}

TEST_F(LayerStackTest, LayersThatAreOutgrownAreMerged) {
  EXPECT_FALSE(stack_.WantedMerge(now_));
  stack_ = LayerStack(MakeLayer(0, 10, 100'000));
  Put(MakeLayer(10, 11, 1'000));
  EXPECT_FALSE(stack_.WantedMerge(now_));
  Put(MakeLayer(11, 12, 900));
  EXPECT_FALSE(stack_.WantedMerge(now_));  // Left for the next change.
  Put(MakeLayer(12, 13, 200));
  ASSERT_TRUE(stack_.WantedMerge(now_));
  EXPECT_EQ(stack_.WantedMerge(now_)->commit.value, 10);
}

TEST_F(LayerStackTest, TooMuchUponTheBaseMakesANewOne) {
  Put(MakeLayer(10, 11, 1'900));
  EXPECT_FALSE(stack_.WantedMerge(now_));
  Put(MakeLayer(11, 12, 200));
  ASSERT_TRUE(stack_.WantedMerge(now_));
  EXPECT_EQ(stack_.WantedMerge(now_)->commit.value, 0);
  EXPECT_TRUE(stack_.IsTooMany(2'001));
  EXPECT_FALSE(stack_.IsTooMany(2'000));
}

TEST_F(LayerStackTest, RemovedRecordsLeaveTheBaseSoonButNotAtEveryRemoval) {
  Put(MakeLayer(0, 20, 40'000));
  Put(MakeLayer(20, 21, 1, 7, model::State::kDeleted));
  now_ += seconds(1000);
  EXPECT_FALSE(stack_.WantedMerge(now_));  // Deleted records stay.
  Put(MakeLayer(21, 22, 1, 8, model::State::kRemoved));
  ASSERT_TRUE(stack_.WantedMerge(now_));
  EXPECT_EQ(stack_.WantedMerge(now_)->commit.value, 0);
  Put(MakeLayer(0, 22, 39'998));
  EXPECT_FALSE(stack_.WantedMerge(now_));
  Put(MakeLayer(22, 23, 1, 9, model::State::kRemoved));
  EXPECT_FALSE(stack_.WantedMerge(now_));
  EXPECT_TRUE(stack_.WantedMerge(now_ + LayerStack::kRemovalPause));
  // A removal of a record that no lower layer has needs nothing.
  Put(MakeLayer(0, 24, 39'997));
  Put(MakeLayer(24, 25, 1, 90'000, model::State::kRemoved));
  EXPECT_FALSE(stack_.WantedMerge(now_ + LayerStack::kRemovalPause));
}

}  // namespace
}  // namespace orgreg::app
