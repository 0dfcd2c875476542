// SPDX-License-Identifier: EUPL-1.2

// Bases among the blobs, and their names. tests/operator/shared_segments.py covers what nodes do
// with them.

#include "app/shared/shared_segments.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <memory>
#include <stop_token>
#include <string>
#include <vector>

#include "unit/formats/scratch_folder.h"

namespace orgreg::app {
namespace {

namespace fs = std::filesystem;
using base::Code;

const std::string kSum(64, 'a');

SharedSegment Sample() {
  return {.build = "1.2 abcd",
          .kind = model::Kind::kSubEntity,
          .codes = 3,
          .state = {.commit = {4}, .contents = {.rows = 5, .fingerprint = ~6ULL}, .last_change = 7},
          .sha256 = kSum,
          .size_bytes = 8};
}

class SharedSegmentsTest : public testing::Test {
 protected:
  void SetUp() override {
    fs::create_directory(At("blobs"));
    blobs_ = std::move(blobs::OpenBlobs({.address = "file:" + At("blobs")})).value();
    std::ofstream(At("made")) << "a base";
  }
  std::string At(const std::string& name) const { return folder_.PathOf(name); }
  SharedSegment Put() const { return PutSegment(blobs_.get(), Sample(), At("made")).value(); }
  fs::path BlobOf(const SharedSegment& segment) const {
    return fs::path(At("blobs")) / "segments" / segment.sha256.substr(0, 2) /
           segment.sha256.substr(2);
  }
  base::Status Take(const SharedSegment& segment, const std::stop_token& stop = {}) const {
    return TakeSegment(blobs_.get(), segment, At("taken"), stop);
  }

  formats::ScratchFolder folder_{"shared_segments"};
  std::unique_ptr<blobs::Blobs> blobs_;
};

TEST_F(SharedSegmentsTest, HaveOneLineEach) {
  const SharedSegment one = Sample();
  const auto read = ParseSharedSegments(ToText({one, one}));
  ASSERT_EQ(read.size(), 2);
  EXPECT_EQ(read[1].build, one.build);
  EXPECT_EQ(read[1].kind, one.kind);
  EXPECT_EQ(read[1].codes, one.codes);
  EXPECT_EQ(read[1].state.commit, one.state.commit);
  EXPECT_EQ(read[1].state.contents, one.state.contents);
  EXPECT_EQ(read[1].state.last_change, one.state.last_change);
  EXPECT_EQ(read[1].sha256, one.sha256);
  EXPECT_EQ(read[1].size_bytes, one.size_bytes);
}

TEST_F(SharedSegmentsTest, LeaveOutWhatHasNoMeaning) {
  const std::string good = ToText({Sample()});
  EXPECT_TRUE(
      ParseSharedSegments("orgreg segments 2\n" + good.substr(good.find('\n') + 1)).empty());
  EXPECT_TRUE(ParseSharedSegments("").empty());
  for (const std::string& bad : std::vector<std::string>{
           "entities 1 2\n", "planets 3 4 5 6 7 " + kSum + " 8 b\n", "entities 3 4 5 6 7 aa 8 b\n",
           "entities x 4 5 6 7 " + kSum + " 8 b\n", "entities 3 4 5 6 7 " + kSum + " 8\n"}) {
    EXPECT_EQ(ParseSharedSegments(good + bad).size(), 1) << bad;
  }
}

TEST_F(SharedSegmentsTest, AreTakenAsTheyWerePut) {
  const SharedSegment put = Put();
  EXPECT_EQ(put.size_bytes, 6);
  EXPECT_EQ(put.state.commit, Sample().state.commit);
  ASSERT_TRUE(Take(put));
  EXPECT_EQ(formats::BytesOf(At("taken")), "a base");
}

TEST_F(SharedSegmentsTest, AreNotTakenWhenDamagedOrMissing) {
  const SharedSegment put = Put();
  for (const std::string bytes : {"a bass", "a ba", "a base and more"}) {
    std::ofstream(BlobOf(put)) << bytes;
    const auto taken = Take(put);
    ASSERT_FALSE(taken) << bytes;
    EXPECT_EQ(taken.error().code, Code::kCorrupt);
  }
  fs::remove(BlobOf(put));
  EXPECT_EQ(Take(put).error().code, Code::kNotFound);
  EXPECT_FALSE(fs::exists(At("taken")));
}

TEST_F(SharedSegmentsTest, AreNotTakenAfterAStop) {
  const SharedSegment put = Put();
  std::stop_source stop;
  stop.request_stop();
  EXPECT_EQ(Take(put, stop.get_token()).error().code, Code::kUnavailable);
  EXPECT_FALSE(fs::exists(At("taken")));
}

TEST_F(SharedSegmentsTest, AreDeletedWhenOldAndUnnamed) {
  const SharedSegment named = Put();
  std::ofstream(At("made")) << "another";
  const SharedSegment other = Put();
  EXPECT_TRUE(SweepSegments(blobs_.get(), {named}).value());
  EXPECT_TRUE(fs::exists(BlobOf(other)));
  const auto old = fs::file_time_type::clock::now() - 2 * kKeptSegments;
  for (const SharedSegment& each : {named, other}) fs::last_write_time(BlobOf(each), old);
  EXPECT_FALSE(SweepSegments(blobs_.get(), {named}).value());
  EXPECT_TRUE(fs::exists(BlobOf(named)));
  EXPECT_FALSE(fs::exists(BlobOf(other)));
}

}  // namespace
}  // namespace orgreg::app
