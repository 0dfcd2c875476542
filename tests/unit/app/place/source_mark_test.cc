// SPDX-License-Identifier: EUPL-1.2

#include "app/place/source_mark.h"

#include <gtest/gtest.h>

#include <fstream>
#include <string>

#include "app/place/new_place.h"
#include "app/place/open_place.h"
#include "unit/formats/scratch_folder.h"

namespace orgreg::app {
namespace {

constexpr const char* kSource = "https://first.example:8090";

class SourceMarkTest : public ::testing::Test {
 protected:
  SourceMarkTest() { EXPECT_TRUE(MakePlace(place_)); }

  formats::ScratchFolder folder_{"source_mark"};
  const Place place_ = Place::InFolder(folder_.PathOf("register"));
};

TEST_F(SourceMarkTest, KeepsOtherWritersAway) {
  EXPECT_EQ(ReadSource(place_)->value_or("none"), "none");
  ASSERT_TRUE(OpenPlace(place_, store::OpenMode::kReadWriteCreate));
  ASSERT_TRUE(WriteSource(place_, kSource));
  EXPECT_EQ(ReadSource(place_)->value_or("none"), kSource);
  const auto refused = OpenPlace(place_, store::OpenMode::kReadWriteCreate);
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().code, base::Code::kInvalid);
  EXPECT_NE(refused.error().message.find(kSource), std::string::npos);
  EXPECT_TRUE(OpenPlace(place_, store::OpenMode::kReadOnly));
  EXPECT_TRUE(OpenReplica(place_));
}

TEST_F(SourceMarkTest, IsRemovedOnceAndNotWhileItIsHeld) {
  EXPECT_EQ(RemoveSource(place_).error().code, base::Code::kNotFound);
  ASSERT_TRUE(WriteSource(place_, kSource));
  {
    const auto held = HoldSource(place_);
    ASSERT_TRUE(held);
    EXPECT_EQ(RemoveSource(place_).error().code, base::Code::kUnavailable);
    EXPECT_EQ(HoldSource(place_).error().code, base::Code::kUnavailable);
  }
  EXPECT_TRUE(RemoveSource(place_));
  EXPECT_TRUE(CheckIsNoReplica(place_));
}

TEST_F(SourceMarkTest, AnEmptyOneIsDamaged) {
  std::ofstream(place_.path() + "/source") << "\n";
  EXPECT_EQ(ReadSource(place_).error().code, base::Code::kCorrupt);
  EXPECT_FALSE(OpenPlace(place_, store::OpenMode::kReadWriteCreate));
}

}  // namespace
}  // namespace orgreg::app
