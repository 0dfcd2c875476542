#include "formats/gzip_writer.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <random>

#include "formats/byte_source.h"
#include "formats/file_writer.h"

namespace orgreg::formats {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;

class GzipWriterTest : public testing::Test {
 protected:
  GzipWriterTest() : folder_(testing::TempDir() + "gzip_writer_" + std::to_string(getpid())) {
    fs::create_directories(folder_);
  }
  ~GzipWriterTest() override { fs::remove_all(folder_); }

  std::string Path() const { return folder_ + "/file.gz"; }

  static std::string Bytes(const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
  }

  // The bytes of the file that `text`, appended in pieces, is packed into.
  std::string Packed(std::string_view text, std::size_t piece) {
    auto writer = GzipWriter::Create(Path());
    EXPECT_TRUE(writer.ok());
    while (!text.empty()) {
      EXPECT_TRUE((*writer)->Append(text.substr(0, piece)).ok());
      text.remove_prefix(std::min(piece, text.size()));
    }
    EXPECT_TRUE((*writer)->Finish().ok());
    EXPECT_TRUE((*writer)->Publish().ok());
    return Bytes(Path());
  }

  std::string Unpacked() {
    auto source = OpenSource(Path());
    EXPECT_TRUE(source.ok() && source->unpacked != nullptr);
    std::string text;
    std::string piece(100'000, '\0');
    while (true) {
      auto size = source->bytes().Read(piece);
      EXPECT_TRUE(size.ok());
      if (!size.ok() || *size == 0) return text;
      text.append(piece, 0, *size);
    }
  }

  std::string folder_;
};

std::string Noise(std::size_t size) {
  std::mt19937 random(1);
  std::string text;
  while (text.size() < size) text.push_back(static_cast<char>(random()));
  return text;
}

std::string Prose(std::size_t size) {
  std::mt19937 random(1);
  std::string text;
  while (text.size() < size) text += "{\"a\":\"" + std::to_string(random() % 1000) + "\"},";
  text.resize(size);
  return text;
}

TEST_F(GzipWriterTest, WhatIsPackedIsUnpackedAgain) {
  constexpr std::size_t kPiece = std::size_t{256} << 10;
  for (const std::size_t size : {std::size_t{0}, std::size_t{1}, std::size_t{1000}, kPiece - 1,
                                 kPiece, kPiece + 1, 2 * kPiece, 5 * kPiece + 17}) {
    for (const std::string& text : {Prose(size), Noise(size)}) {
      Packed(text, 100'000);
      EXPECT_TRUE(Unpacked() == text) << size;
    }
  }
}

TEST_F(GzipWriterTest, TheSameTextGivesTheSameBytesHoweverItIsAppended) {
  const std::string text = Prose(700'000);
  const std::string whole = Packed(text, text.size());
  EXPECT_TRUE(Packed(text, 1'000) == whole);
  EXPECT_TRUE(Packed(text, 262'144) == whole);
  EXPECT_LT(whole.size(), text.size() / 2);
}

TEST_F(GzipWriterTest, TheHeaderSaysNeitherTimeNorName) {
  const std::string bytes = Packed("text", 4);
  EXPECT_EQ(bytes.substr(0, 4), std::string("\x1f\x8b\x08\x00", 4));
  EXPECT_EQ(bytes.substr(4, 4), std::string(4, '\0'));
}

TEST_F(GzipWriterTest, TheFileAppearsOnPublishOnly) {
  std::ofstream(Path()) << "what was there before";
  auto writer = GzipWriter::Create(Path());
  ASSERT_TRUE(writer.ok());
  ASSERT_TRUE((*writer)->Append("text").ok());
  ASSERT_TRUE((*writer)->Finish().ok());
  EXPECT_EQ(Bytes(Path()), "what was there before");
  ASSERT_TRUE((*writer)->Publish().ok());
  EXPECT_EQ(Unpacked(), "text");
}

TEST_F(GzipWriterTest, NothingRemainsWithoutPublish) {
  {
    auto writer = GzipWriter::Create(Path());
    ASSERT_TRUE(writer.ok());
    ASSERT_TRUE((*writer)->Append(Noise(1'000'000)).ok());
    EXPECT_FALSE(fs::is_empty(folder_));
  }
  EXPECT_TRUE(fs::is_empty(folder_));
}

TEST_F(GzipWriterTest, AFolderThatIsMissingIsAnErrorThatNamesTheFile) {
  for (const std::string& path : {folder_ + "/no/file.gz", std::string("/dev/null/file.gz")}) {
    auto writer = GzipWriter::Create(path);
    ASSERT_FALSE(writer.ok());
    EXPECT_EQ(writer.error().code, base::Code::kIo);
    EXPECT_THAT(writer.error().message, HasSubstr(path));
  }
}

TEST_F(GzipWriterTest, AFolderInTheWayIsAnErrorOfPublish) {
  fs::create_directories(Path());
  auto writer = GzipWriter::Create(Path());
  ASSERT_TRUE(writer.ok());
  ASSERT_TRUE((*writer)->Finish().ok());
  EXPECT_FALSE((*writer)->Publish().ok());
}

TEST_F(GzipWriterTest, PlainFilesAreWrittenAsTheyAre) {
  const std::string text = Noise(600'001);
  auto writer = FileWriter::Create(folder_ + "/plain");
  ASSERT_TRUE(writer.ok());
  for (std::size_t at = 0; at < text.size(); at += 1'000) {
    ASSERT_TRUE((*writer)->Append(std::string_view(text).substr(at, 1'000)).ok());
  }
  ASSERT_TRUE((*writer)->Finish().ok());
  ASSERT_TRUE((*writer)->Publish().ok());
  EXPECT_TRUE(Bytes(folder_ + "/plain") == text);
}

TEST(FileWriter, AFullDiskIsAnError) {
  // Writing to this device fails as a full disk does.
  const std::string link = testing::TempDir() + "full_" + std::to_string(getpid());
  fs::create_symlink("/dev/full", link + ".tmp");
  auto writer = FileWriter::Create(link);
  ASSERT_TRUE(writer.ok());
  const bool appended = (*writer)->Append(Noise(1'000'000)).ok();
  EXPECT_FALSE(appended && (*writer)->Finish().ok());
}

}  // namespace
}  // namespace orgreg::formats
