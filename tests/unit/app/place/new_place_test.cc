// SPDX-License-Identifier: EUPL-1.2

#include "app/place/new_place.h"

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <string>
#include <thread>

#include "unit/formats/scratch_folder.h"

namespace orgreg::app {
namespace {

namespace fs = std::filesystem;

class NewPlaceTest : public ::testing::Test {
 protected:
  formats::ScratchFolder folder_{"new_place"};
  const std::string data_ = folder_.PathOf("register");
  const Place place_ = Place::InFolder(data_);
};

TEST_F(NewPlaceTest, IsMadeForItsOwnerAlone) {
  ASSERT_TRUE(MakePlace(place_));
  EXPECT_TRUE(place_.Check());
  for (const char* const name : {"", "/segments", "/audit", "/secrets"}) {
    struct stat about = {};
    ASSERT_EQ(stat((data_ + name).c_str(), &about), 0) << name;
    EXPECT_EQ(about.st_mode & 0777U, 0700U) << name;
  }
  EXPECT_TRUE(MakePlace(place_));
}

TEST_F(NewPlaceTest, TakesAnEmptyFolderAndNoOther) {
  fs::create_directory(data_);
  EXPECT_TRUE(MakePlace(place_));
  const Place parent = Place::InFolder(folder_.path());
  EXPECT_EQ(MakePlace(parent).error().code, base::Code::kInvalid);
  EXPECT_EQ(MakePlace(Place::InFolder(folder_.PathOf("no/folder"))).error().code,
            base::Code::kNotFound);
}

TEST_F(NewPlaceTest, IsNotMadeNextToARegisterOfBefore) {
  std::ofstream(data_ + ".db") << "SQLite format 3";
  EXPECT_EQ(MakePlace(place_).error().code, base::Code::kInvalid);
  EXPECT_FALSE(fs::exists(data_));
}

TEST_F(NewPlaceTest, GetsItsMissingFoldersAgain) {
  ASSERT_TRUE(MakePlace(place_));
  fs::remove(data_ + "/segments");
  ASSERT_TRUE(MakePlace(place_));
  EXPECT_TRUE(fs::is_directory(data_ + "/segments"));
}

TEST_F(NewPlaceTest, IsDiscardedAsItWas) {
  const NewPlace missing(place_);
  ASSERT_TRUE(MakePlace(place_));
  missing.Discard();
  EXPECT_TRUE(folder_.IsEmpty());
  fs::create_directory(data_);
  const NewPlace empty(place_);
  ASSERT_TRUE(MakePlace(place_));
  empty.Discard();
  EXPECT_TRUE(fs::is_empty(data_));
  ASSERT_TRUE(MakePlace(place_));
  const NewPlace made(place_);
  made.Discard();
  EXPECT_TRUE(place_.Check());
}

TEST_F(NewPlaceTest, StaysWhileAnotherIsAboutToUseIt) {
  const NewPlace place(place_);
  {
    const auto hold = HoldPlace(place_);
    ASSERT_TRUE(hold);
    place.Discard();
    EXPECT_TRUE(place_.Check());
  }
  place.Discard();
  EXPECT_TRUE(folder_.IsEmpty());
}

TEST_F(NewPlaceTest, IsThereForAnyWhoHoldItWhileOthersDiscardIt) {
  constexpr int kRounds = 200;
  std::thread other([this] {
    for (int round = 0; round < kRounds; ++round) {
      const NewPlace place(place_);
      static_cast<void>(HoldPlace(place_));
      place.Discard();
    }
  });
  int missing = 0;
  for (int round = 0; round < kRounds; ++round) {
    const auto hold = HoldPlace(place_);
    if (!hold || !place_.Check()) ++missing;
  }
  other.join();
  EXPECT_EQ(missing, 0);
}

TEST_F(NewPlaceTest, StaysWithTheRegisterOfAnotherProcess) {
  const NewPlace place(place_);
  ASSERT_TRUE(MakePlace(place_));
  std::ofstream(data_ + "/users") << "another's";
  place.Discard();
  EXPECT_TRUE(place_.Check());
}

}  // namespace
}  // namespace orgreg::app
