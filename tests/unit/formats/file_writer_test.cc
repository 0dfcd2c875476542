// SPDX-License-Identifier: EUPL-1.2

#include "formats/file_writer.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <fstream>

#include "unit/formats/full_disk.h"
#include "unit/formats/sample_texts.h"
#include "unit/formats/scratch_folder.h"

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

  ScratchFolder folder_{"file_writer"};
  std::string path_ = folder_.PathOf("file");
};

TEST_F(FileWriterTest, WritesAppendedBytes) {
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

// Even if a killed process of an earlier version left a file that all could read.
TEST_F(FileWriterTest, AFileForItsOwnerIsClosedToOthers) {
  for (const bool has_leftover : {false, true}) {
    const std::string claim = path_ + ".tmp";
    if (has_leftover) {
      std::ofstream(claim) << "left";
      fs::permissions(claim, fs::perms(0644));
    }
    auto writer = FileWriter::Create(path_, Readers::kOwner);
    ASSERT_TRUE(writer.ok());
    ASSERT_TRUE((*writer)->Append("secret").ok());
    ASSERT_TRUE((*writer)->Finish().ok());
    EXPECT_EQ(BytesOf(claim), "");
    ASSERT_TRUE((*writer)->Publish().ok());
    struct stat found = {};
    ASSERT_EQ(::stat(path_.c_str(), &found), 0);
    EXPECT_EQ(found.st_mode & 0777U, 0600U);
    EXPECT_EQ(BytesOf(path_), "secret");
  }
}

// A killed process leaves an empty file.
TEST_F(FileWriterTest, TheFileHasNoNameBeforePublish) {
  auto writer = Begin();
  ASSERT_TRUE(writer->Append(Noise(1'000'000)).ok());
  ASSERT_TRUE(writer->Finish().ok());
  std::size_t files = 0;
  for (const auto& entry : fs::directory_iterator(folder_.path())) {
    EXPECT_EQ(entry.file_size(), 0U) << entry.path();
    ++files;
  }
  EXPECT_EQ(files, 1U);
  EXPECT_EQ(BytesOf(writer->working_path()).size(), 1'000'000U);
}

TEST_F(FileWriterTest, DoesNotFollowALinkThatIsInItsWay) {
  const std::string other = folder_.PathOf("other");
  std::ofstream(other) << "other";
  fs::create_symlink(other, path_ + ".tmp");
  EXPECT_FALSE(FileWriter::Create(path_).ok());
  fs::remove(path_ + ".tmp");
  fs::create_hard_link(other, path_ + ".tmp");
  EXPECT_TRUE(FileWriter::Create(path_).ok());
  EXPECT_EQ(BytesOf(other), "other");
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

TEST_F(FileWriterTest, AReaderOfTheOldFileReadsOn) {
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

TEST_F(FileWriterTest, AFileOfAKilledProcessIsTakenOver) {
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
  // Finish does not publish.
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

TEST_F(FileWriterTest, AFolderInTheWayIsAnErrorOfPublishAndNothingRemains) {
  fs::create_directories(path_);
  auto writer = Begin();
  ASSERT_TRUE(writer->Finish().ok());
  EXPECT_FALSE(writer->Publish().ok());
  writer.reset();
  EXPECT_FALSE(fs::exists(path_ + ".tmp"));
}

TEST_F(FileWriterTest, AFullDiskIsAnErrorOfEveryCallFromThenOn) {
  std::ofstream(path_) << "what was there before";
  auto writer = Begin();
  {
    const FullDisk full;
    const base::Status appended = writer->Append(Noise(1'000'000));
    ASSERT_FALSE(appended.ok());
    EXPECT_EQ(appended.error().code, Code::kIo);
  }
  EXPECT_FALSE(writer->Append(Noise(1'000'000)).ok());
  EXPECT_FALSE(writer->Finish().ok());
  EXPECT_FALSE(writer->Publish().ok());
  writer.reset();
  EXPECT_EQ(BytesOf(path_), "what was there before");
  EXPECT_FALSE(fs::exists(path_ + ".tmp"));
}

TEST_F(FileWriterTest, AFullDiskThatOnlyFinishMeetsIsAnError) {
  auto writer = Begin();
  {
    const FullDisk full;
    ASSERT_TRUE(writer->Append("few bytes wait").ok());
    EXPECT_FALSE(writer->Finish().ok());
  }
  EXPECT_FALSE(writer->Publish().ok());
  writer.reset();
  EXPECT_TRUE(folder_.IsEmpty());
}

TEST_F(FileWriterTest, AnUnfinishedFileIsNotPublished) {
  auto writer = Begin();
  ASSERT_TRUE(writer->Append("half").ok());
  EXPECT_FALSE(writer->Publish().ok());
  writer.reset();
  EXPECT_TRUE(folder_.IsEmpty());
}

}  // namespace
}  // namespace orgreg::formats
