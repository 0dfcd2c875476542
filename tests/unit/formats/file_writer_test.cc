#include "formats/file_writer.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <chrono>
#include <fstream>
#include <thread>

#include "sample_texts.h"
#include "scratch_folder.h"

namespace orgreg::formats {
namespace {

namespace fs = std::filesystem;
using base::Code;
using testing::HasSubstr;

class FileWriterTest : public testing::Test {
 protected:
  std::unique_ptr<FileWriter> Begin() const {
    auto writer = FileWriter::Create(path_);
    EXPECT_TRUE(writer.ok());
    return writer.ok() ? std::move(*writer) : nullptr;
  }

  // Writing fails as on a full disk: the temporary file is this device. Tests that run beside
  // this one may have it locked for a moment.
  std::unique_ptr<FileWriter> BeginOnFullDisk() const {
    fs::create_symlink("/dev/full", path_ + ".tmp");
    const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(20);
    while (std::chrono::steady_clock::now() < end) {
      auto writer = FileWriter::Create(path_);
      if (writer.ok()) return std::move(*writer);
      if (writer.error().code != Code::kUnavailable) break;
      std::this_thread::sleep_for(std::chrono::milliseconds(5));
    }
    return Begin();
  }

  ScratchFolder folder_{"file_writer"};
  std::string path_ = folder_.PathOf("file");
};

TEST_F(FileWriterTest, WritesWhatIsAppended) {
  const std::string text = Noise(1'200'001);
  for (const std::size_t piece : {std::size_t{1'000}, std::size_t{262'144}, text.size()}) {
    auto writer = Begin();
    for (std::size_t at = 0; at < text.size(); at += piece) {
      ASSERT_TRUE(writer->Append(std::string_view(text).substr(at, piece)).ok());
    }
    EXPECT_EQ(writer->size_bytes(), text.size());
    ASSERT_TRUE(writer->Finish().ok());
    ASSERT_TRUE(writer->Publish().ok());
    EXPECT_TRUE(BytesOf(path_) == text) << piece;
  }
}

// From the first byte on, even where a killed process left a file that all could read.
TEST_F(FileWriterTest, AFileForItsOwnerIsClosedToOthers) {
  const auto mode = [](const std::string& path) {
    struct stat found = {};
    EXPECT_EQ(::stat(path.c_str(), &found), 0) << path;
    return found.st_mode & 0777U;
  };
  for (const bool has_leftover : {false, true}) {
    const std::string temporary = path_ + ".tmp";
    if (has_leftover) {
      std::ofstream(temporary) << "left";
      fs::permissions(temporary, fs::perms(0644));
    }
    auto writer = FileWriter::Create(path_, Readers::kOwner);
    ASSERT_TRUE(writer.ok());
    EXPECT_EQ(mode(temporary), 0600U);
    ASSERT_TRUE((*writer)->Append("secret").ok());
    ASSERT_TRUE((*writer)->Finish().ok());
    ASSERT_TRUE((*writer)->Publish().ok());
    EXPECT_EQ(mode(path_), 0600U);
    EXPECT_EQ(BytesOf(path_), "secret");
  }
}

TEST_F(FileWriterTest, TheFileAppearsOnPublishOnly) {
  std::ofstream(path_) << "what was there before";
  auto writer = Begin();
  ASSERT_TRUE(writer->Append("text").ok());
  ASSERT_TRUE(writer->Finish().ok());
  EXPECT_EQ(BytesOf(path_), "what was there before");
  ASSERT_TRUE(writer->Publish().ok());
  EXPECT_EQ(BytesOf(path_), "text");
  EXPECT_FALSE(fs::exists(path_ + ".tmp"));
}

TEST_F(FileWriterTest, EverybodyMayReadTheFile) {
  auto writer = Begin();
  ASSERT_TRUE(writer->Finish().ok());
  ASSERT_TRUE(writer->Publish().ok());
  struct stat attributes = {};
  ASSERT_EQ(::stat(path_.c_str(), &attributes), 0);
  const mode_t mask = ::umask(0);
  ::umask(mask);
  EXPECT_EQ(attributes.st_mode & 0777U, 0644U & ~mask);
}

TEST_F(FileWriterTest, WhoHasTheOldFileOpenReadsOn) {
  std::ofstream(path_) << "old";
  std::ifstream reader(path_);
  auto writer = Begin();
  ASSERT_TRUE(writer->Append("new").ok());
  ASSERT_TRUE(writer->Finish().ok());
  ASSERT_TRUE(writer->Publish().ok());
  std::string text;
  reader >> text;
  EXPECT_EQ(text, "old");
}

TEST_F(FileWriterTest, APathWithoutAFolderIsInTheCurrentOne) {
  const fs::path before = fs::current_path();
  fs::current_path(folder_.path());
  auto writer = FileWriter::Create("here");
  EXPECT_TRUE(writer.ok() && (*writer)->Finish().ok() && (*writer)->Publish().ok());
  fs::current_path(before);
  EXPECT_TRUE(fs::exists(folder_.PathOf("here")));
}

TEST_F(FileWriterTest, NothingRemainsWithoutPublish) {
  auto writer = Begin();
  ASSERT_TRUE(writer->Append(Noise(1'000'000)).ok());
  EXPECT_FALSE(folder_.IsEmpty());
  writer.reset();
  EXPECT_TRUE(folder_.IsEmpty());
}

TEST_F(FileWriterTest, WhatAKilledProcessLeftIsTakenOver) {
  std::ofstream(path_ + ".tmp") << Noise(500'000);
  auto writer = Begin();
  ASSERT_TRUE(writer->Append("short").ok());
  ASSERT_TRUE(writer->Finish().ok());
  ASSERT_TRUE(writer->Publish().ok());
  EXPECT_EQ(BytesOf(path_), "short");
}

TEST_F(FileWriterTest, TwoDoNotWriteTheSameFile) {
  auto first = Begin();
  ASSERT_TRUE(first->Append("first").ok());
  const auto second = FileWriter::Create(path_);
  ASSERT_FALSE(second.ok());
  EXPECT_EQ(second.error().code, Code::kUnavailable);
  EXPECT_THAT(second.error().message, HasSubstr(path_));
  // Finished is not yet published.
  ASSERT_TRUE(first->Finish().ok());
  EXPECT_FALSE(FileWriter::Create(path_).ok());
  ASSERT_TRUE(first->Publish().ok());
  EXPECT_TRUE(FileWriter::Create(path_).ok());
  EXPECT_EQ(BytesOf(path_), "first");
}

TEST_F(FileWriterTest, AWriterThatGaveUpLeavesTheNameFree) {
  Begin().reset();
  EXPECT_NE(Begin(), nullptr);
}

TEST_F(FileWriterTest, AFolderThatIsMissingIsAnErrorThatNamesTheFile) {
  for (const std::string& path : {folder_.PathOf("no/file"), std::string("/dev/null/file")}) {
    auto writer = FileWriter::Create(path);
    ASSERT_FALSE(writer.ok());
    EXPECT_EQ(writer.error().code, Code::kIo);
    EXPECT_THAT(writer.error().message, HasSubstr(path));
  }
}

TEST_F(FileWriterTest, AFolderInTheWayIsAnErrorOfPublishAndNothingElseRemains) {
  fs::create_directories(path_);
  auto writer = Begin();
  ASSERT_TRUE(writer->Finish().ok());
  EXPECT_FALSE(writer->Publish().ok());
  writer.reset();
  EXPECT_FALSE(fs::exists(path_ + ".tmp"));
}

TEST_F(FileWriterTest, AFullDiskIsAnErrorOfEveryCallFromThenOn) {
  std::ofstream(path_) << "what was there before";
  auto writer = BeginOnFullDisk();
  const base::Status appended = writer->Append(Noise(1'000'000));
  ASSERT_FALSE(appended.ok());
  EXPECT_EQ(appended.error().code, Code::kIo);
  EXPECT_FALSE(writer->Append(Noise(1'000'000)).ok());
  EXPECT_FALSE(writer->Finish().ok());
  EXPECT_FALSE(writer->Publish().ok());
  writer.reset();
  EXPECT_EQ(BytesOf(path_), "what was there before");
  EXPECT_FALSE(fs::is_symlink(path_ + ".tmp"));
}

TEST_F(FileWriterTest, AFullDiskThatOnlyFinishMeetsIsAnError) {
  auto writer = BeginOnFullDisk();
  ASSERT_TRUE(writer->Append("few bytes wait").ok());
  EXPECT_FALSE(writer->Finish().ok());
  EXPECT_FALSE(writer->Publish().ok());
  writer.reset();
  EXPECT_TRUE(folder_.IsEmpty());
}

TEST_F(FileWriterTest, WhatIsNotFinishedIsNotPublished) {
  auto writer = Begin();
  ASSERT_TRUE(writer->Append("half").ok());
  EXPECT_FALSE(writer->Publish().ok());
  writer.reset();
  EXPECT_TRUE(folder_.IsEmpty());
}

}  // namespace
}  // namespace orgreg::formats
