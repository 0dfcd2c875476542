// SPDX-License-Identifier: EUPL-1.2

#include "blobs/file_blobs.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <filesystem>
#include <fstream>
#include <string>

#include "blobs/blobs.h"

namespace orgreg::blobs {
namespace {

namespace fs = std::filesystem;
using base::Code;
using testing::HasSubstr;

const std::string kSum(64, 'a');

class FileBlobsTest : public testing::Test {
 protected:
  ~FileBlobsTest() override { fs::remove_all(folder_); }

  std::string Write(const std::string& text) {
    const fs::path path = folder_ / "source";
    std::ofstream(path, std::ios::binary) << text;
    return path;
  }
  std::string Read(std::string_view name) {
    std::string text;
    const base::Status got = blobs_.Get(name, [&text](std::string_view piece) -> base::Status {
      text.append(piece);
      return {};
    });
    return got ? text : got.error().message;
  }
  Code CodeOf(std::string_view name) {
    return blobs_.Get(name, [](std::string_view) { return base::Status(); }).error().code;
  }
  void Age(std::chrono::seconds by) {
    fs::last_write_time(shared() / "documents" / "aa" / std::string(62, 'a'),
                        fs::file_time_type::clock::now() - by);
  }
  fs::path shared() const { return folder_ / "shared"; }

  static fs::path MakeFolder() {
    std::string name = testing::TempDir() + "blobs-XXXXXX";
    const fs::path folder = mkdtemp(name.data());
    fs::create_directory(folder / "shared");
    return folder;
  }

  const std::string name_ = BlobName(kDocuments, kSum);
  const fs::path folder_ = MakeFolder();
  FileBlobs blobs_{(folder_ / "shared").string()};
};

TEST_F(FileBlobsTest, KeepsWhatItIsGiven) {
  const std::string text(200'000, 'x');
  ASSERT_TRUE(blobs_.Put(name_, Write(text)).ok());
  EXPECT_EQ(Read(name_), text);
  EXPECT_EQ(blobs_.Find(name_)->size_bytes, text.size());
  const auto listed = std::move(blobs_.List(kDocuments)).value();
  ASSERT_EQ(listed.size(), 1U);
  EXPECT_EQ(listed[0].name, name_);
  EXPECT_LT(listed[0].age, std::chrono::seconds(60));
  EXPECT_TRUE(blobs_.Delete(listed[0]).ok());
  EXPECT_TRUE(blobs_.Delete(listed[0]).ok()) << "it is gone already";
  EXPECT_EQ(CodeOf(name_), Code::kNotFound);
  EXPECT_EQ(blobs_.Find(name_).error().code, Code::kNotFound);
}

TEST_F(FileBlobsTest, TellsWhatIsNotThereFromAPlaceThatIsAway) {
  EXPECT_EQ(CodeOf(name_), Code::kNotFound);
  EXPECT_TRUE(blobs_.List(kDocuments)->empty());
  fs::remove_all(shared());
  EXPECT_EQ(CodeOf(name_), Code::kUnavailable);
  EXPECT_EQ(blobs_.Find(name_).error().code, Code::kUnavailable);
  EXPECT_EQ(blobs_.List(kDocuments).error().code, Code::kUnavailable);
  const base::Status put = blobs_.Put(name_, Write("x"));
  ASSERT_FALSE(put.ok());
  EXPECT_EQ(put.error().code, Code::kUnavailable);
  EXPECT_THAT(put.error().message, HasSubstr("make the folder, or mount it"));
  EXPECT_FALSE(fs::exists(shared())) << "it may be one that is not mounted";
}

TEST_F(FileBlobsTest, LeavesAloneWhatWasPutAgain) {
  ASSERT_TRUE(blobs_.Put(name_, Write("text")).ok());
  Age(std::chrono::hours(2));
  const BlobFacts old = blobs_.List(kDocuments)->front();
  EXPECT_GE(old.age, std::chrono::hours(2));
  ASSERT_TRUE(blobs_.Put(name_, Write("text")).ok());
  EXPECT_LT(blobs_.Find(name_)->age, std::chrono::seconds(60));
  EXPECT_TRUE(blobs_.Delete(old).ok());
  EXPECT_EQ(Read(name_), "text");
}

TEST_F(FileBlobsTest, ReplacesWhatIsCut) {
  ASSERT_TRUE(blobs_.Put(name_, Write("text")).ok());
  fs::resize_file(shared() / "documents" / "aa" / std::string(62, 'a'), 1);
  ASSERT_TRUE(blobs_.Put(name_, Write("text")).ok());
  EXPECT_EQ(Read(name_), "text");
}

TEST_F(FileBlobsTest, IgnoresWhatIsNotItsOwn) {
  fs::create_directories(shared() / "documents" / "aa");
  std::ofstream(shared() / "documents" / "aa" / "short") << "x";
  std::ofstream(shared() / "documents" / "loose") << "x";
  fs::create_directory(shared() / "documents" / "aa" / std::string(62, 'b'));
  fs::create_symlink("/etc/passwd", shared() / "documents" / "aa" / std::string(62, 'a'));
  EXPECT_TRUE(blobs_.List(kDocuments)->empty());
  EXPECT_NE(CodeOf(name_), Code::kNotFound) << "a link is not followed";
  EXPECT_EQ(Read(name_).find("root"), std::string::npos);
}

TEST_F(FileBlobsTest, RefusesNamesThatLeadElsewhere) {
  for (const char* name : {"", "documents", "documents/", "/aa", "documents/../../etc/passwd",
                           "documents/aa", "Documents/a"})
    EXPECT_EQ(blobs_.Put(name, Write("x")).error().code, Code::kInvalid) << name;
  EXPECT_TRUE(IsBlobName(name_));
  EXPECT_FALSE(IsBlobName("documents/" + std::string(64, 'A')));
  EXPECT_FALSE(IsBlobName("documents/" + std::string(63, 'a') + "/"));
}

TEST_F(FileBlobsTest, ReportsASourceThatIsGone) {
  EXPECT_FALSE(blobs_.Put(name_, (folder_ / "none").string()).ok());
  EXPECT_TRUE(blobs_.List(kDocuments)->empty());
}

}  // namespace
}  // namespace orgreg::blobs
