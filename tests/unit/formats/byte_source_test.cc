// SPDX-License-Identifier: EUPL-1.2

#include "formats/byte_source.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "formats/pack/gzip.h"
#include "unit/formats/sliced_source.h"

namespace orgreg::formats {
namespace {

using testing::HasSubstr;
using testing::StartsWith;

// A file with this content for the duration of a test.
class TemporaryFile {
 public:
  explicit TemporaryFile(std::string_view content) {
    std::string name = (std::filesystem::temp_directory_path() / "orgreg-source-XXXXXX").string();
    close(mkstemp(name.data()));
    path_ = name;
    std::ofstream(path_, std::ios::binary) << content;
  }
  TemporaryFile(const TemporaryFile&) = delete;
  TemporaryFile& operator=(const TemporaryFile&) = delete;
  ~TemporaryFile() { std::filesystem::remove(path_); }

  const std::string& path() const { return path_; }

 private:
  std::string path_;
};

TEST(OpenSource, ReadsPlainFilesOfAnySize) {
  for (const std::string& content :
       {std::string(), std::string("x"), std::string("\x1f"), std::string(100'000, 'y')}) {
    const TemporaryFile file(content);
    const auto source = OpenSource(file.path());
    ASSERT_TRUE(source.ok()) << source.error().message;
    EXPECT_EQ(source->unpacked, nullptr);
    EXPECT_EQ(ReadAll(&source->bytes()), content);
    EXPECT_EQ(source->file->consumed_bytes(), content.size());
    EXPECT_EQ(source->file->size_bytes(), content.size());
  }
}

TEST(OpenSource, UnpacksGzipUnderAnyFileName) {
  const std::string content(100'000, 'y');
  std::string packed;
  GzipCompress(content, &packed);
  const TemporaryFile file(packed);
  const auto source = OpenSource(file.path());
  ASSERT_TRUE(source.ok()) << source.error().message;
  EXPECT_EQ(ReadAll(&source->bytes()), content);
  EXPECT_EQ(source->file->consumed_bytes(), packed.size()) << "progress counts stored bytes";
  EXPECT_EQ(source->file->size_bytes(), packed.size());
}

TEST(OpenSource, HandsTheLimitsOn) {
  std::string packed;
  GzipCompress(std::string(1'000'000, 'y'), &packed);
  const TemporaryFile file(packed);
  const auto source = OpenSource(file.path(), {.ratio = 1, .slack_bytes = 1000});
  ASSERT_TRUE(source.ok());
  EXPECT_THAT(ReadAll(&source->bytes()), HasSubstr("!gzip: unpacks to more than"));
}

TEST(OpenSource, PeekingConsumesNothing) {
  const TemporaryFile file("abc");
  const auto source = FileSource::Open(file.path());
  ASSERT_TRUE(source.ok());
  EXPECT_EQ(*(*source)->Peek(), "ab");
  EXPECT_EQ(*(*source)->Peek(), "ab");
  EXPECT_EQ((*source)->consumed_bytes(), 0U);
  EXPECT_EQ(ReadAll(source->get(), 1), "abc");
}

TEST(OpenSource, NamesAFileThatItCannotRead) {
  const auto missing = OpenSource("/no/such/file.json");
  ASSERT_FALSE(missing.ok());
  EXPECT_EQ(missing.error().code, base::Code::kNotFound);
  EXPECT_THAT(missing.error().message, StartsWith("/no/such/file.json: "));
  const auto folder = OpenSource("/tmp");
  ASSERT_FALSE(folder.ok());
  EXPECT_EQ(folder.error().code, base::Code::kInvalid);
}

}  // namespace
}  // namespace orgreg::formats
