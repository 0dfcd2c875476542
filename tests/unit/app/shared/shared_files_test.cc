// SPDX-License-Identifier: EUPL-1.2

// Files among the blobs. tests/operator/shared_files.py covers what nodes do with them.

#include "app/shared/shared_files.h"

#include <gtest/gtest.h>
#include <stdlib.h>

#include <filesystem>
#include <fstream>
#include <memory>
#include <sstream>
#include <string>
#include <vector>

#include "formats/sha256.h"

namespace orgreg::app {
namespace {

namespace fs = std::filesystem;
using base::Code;
using downloads::FileEntry;

bool Always() { return true; }

std::string ContentOf(const fs::path& path) {
  const std::ifstream file(path);
  std::ostringstream content;
  content << file.rdbuf();
  return content.str();
}

class SharedFilesTest : public testing::Test {
 protected:
  SharedFilesTest() {
    std::string name = testing::TempDir() + "files-XXXXXX";
    folder_ = mkdtemp(name.data());
    for (const char* const place : {"blobs", "one"}) fs::create_directory(folder_ / place);
    blobs_ = std::move(blobs::OpenBlobs({.address = "file:" + At("blobs")})).value();
  }
  ~SharedFilesTest() override { fs::remove_all(folder_); }

  std::string At(const std::string& place) const { return (folder_ / place).string(); }

  // Makes all files of a node; their content begins with the text.
  std::vector<FileEntry> Make(const std::string& text) const {
    std::vector<FileEntry> entries;
    for (const downloads::FileRow& row : downloads::Files()) {
      const std::string content = text + std::string(row.name);
      std::ofstream(downloads::PathOf(At("one"), row)) << content;
      formats::Sha256 sum;
      sum.Add(content);
      entries.push_back({.row = &row,
                         .sha256 = sum.Finish(),
                         .records = 3,
                         .stamp = {.commit = 7, .fingerprint = 8, .last_change = 9, .time_ms = 10},
                         .identity = {.size_bytes = content.size()}});
    }
    return entries;
  }
  std::vector<FileEntry> MakeAndPut(const std::string& text) const {
    std::vector<FileEntry> entries = Make(text);
    EXPECT_TRUE(PutFiles(blobs_.get(), entries, At("one"), Always).ok());
    return entries;
  }
  fs::path BlobOf(const FileEntry& entry) const {
    return folder_ / "blobs" / "files" / entry.sha256.substr(0, 2) / entry.sha256.substr(2);
  }
  base::Result<std::vector<FileEntry>> Take(const std::vector<FileEntry>& entries) const {
    return TakeFiles(blobs_.get(), entries, At("two"), Always);
  }

  fs::path folder_;
  std::unique_ptr<blobs::Blobs> blobs_;
};

TEST_F(SharedFilesTest, AreTheSameAtEachNode) {
  const auto made = MakeAndPut("a");
  const auto taken = std::move(Take(made)).value();
  EXPECT_TRUE(downloads::AreSameFiles(made, taken));
  EXPECT_TRUE(downloads::AreSameFiles(made, downloads::ReadManifest(At("two"))));
  for (const FileEntry& entry : made) {
    EXPECT_EQ(ContentOf(downloads::PathOf(At("two"), *entry.row)),
              "a" + std::string(entry.row->name));
  }
}

TEST_F(SharedFilesTest, TakeTheirNamesTogether) {
  ASSERT_TRUE(Take(MakeAndPut("a")).ok());
  const auto next = MakeAndPut("b");
  fs::remove(BlobOf(next.back()));
  EXPECT_EQ(Take(next).error().code, Code::kNotFound);
  EXPECT_EQ(ContentOf(downloads::PathOf(At("two"), *next.front().row)).front(), 'a');
  EXPECT_EQ(downloads::ReadManifest(At("two")).size(), downloads::kFileCount);
}

TEST_F(SharedFilesTest, AreComparedWithTheirNames) {
  const auto made = MakeAndPut("a");
  const std::string right = ContentOf(BlobOf(made[1]));
  for (const std::string& damage : {std::string(), "x" + right.substr(1), right + "x"}) {
    std::ofstream(BlobOf(made[1])) << damage;
    EXPECT_EQ(Take(made).error().code, Code::kCorrupt) << damage;
    EXPECT_TRUE(fs::is_empty(At("two"))) << damage;
  }
}

TEST_F(SharedFilesTest, AreNotGivenOrTakenAfterAStop) {
  const auto stopped = [] { return false; };
  const auto made = Make("a");
  EXPECT_EQ(PutFiles(blobs_.get(), made, At("one"), stopped).error().code, Code::kUnavailable);
  EXPECT_FALSE(fs::exists(BlobOf(made[0])));
  MakeAndPut("a");
  EXPECT_EQ(TakeFiles(blobs_.get(), made, At("two"), stopped).error().code, Code::kUnavailable);
  EXPECT_TRUE(fs::is_empty(At("two")));
}

TEST_F(SharedFilesTest, AreSweptWhenNobodyTakesThemAnyMore) {
  const auto old = MakeAndPut("a");
  const auto young = MakeAndPut("b");
  const auto named = MakeAndPut("c");
  const auto long_ago = fs::file_time_type::clock::now() - kKeptFiles - std::chrono::seconds(1);
  for (const auto* const entries : {&old, &named}) {
    for (const FileEntry& entry : *entries) fs::last_write_time(BlobOf(entry), long_ago);
  }
  EXPECT_TRUE(*SweepFiles(blobs_.get(), named)) << "the young ones are left";
  EXPECT_FALSE(fs::exists(BlobOf(old[0])));
  EXPECT_TRUE(fs::exists(BlobOf(young[0])));
  for (const FileEntry& entry : young) fs::last_write_time(BlobOf(entry), long_ago);
  EXPECT_FALSE(*SweepFiles(blobs_.get(), named));
  EXPECT_FALSE(fs::exists(BlobOf(young[0])));
  EXPECT_TRUE(Take(named).ok());
}

TEST(Manifest, IsReadAsItWasWritten) {
  std::vector<FileEntry> entries;
  for (const downloads::FileRow& row : downloads::Files())
    entries.push_back({.row = &row, .sha256 = std::string(64, 'a'), .stamp = {.commit = 1}});
  const std::string text = downloads::ManifestText(entries);
  EXPECT_TRUE(downloads::AreSameFiles(entries, *downloads::ParseManifest(text)));
  EXPECT_EQ(downloads::ParseManifest("x" + text).error().code, Code::kInvalid);
  EXPECT_EQ(downloads::ParseManifest(text + "x\n" + text)->size(), downloads::kFileCount);
  EXPECT_FALSE(downloads::AreSameFiles({}, {})) << "all files are wanted";
  auto other = entries;
  other[2].stamp.time_ms = 5;
  EXPECT_FALSE(downloads::AreSameFiles(entries, other));
  other = entries;
  other[2].sha256[0] = 'b';
  EXPECT_FALSE(downloads::AreSameFiles(entries, other));
}

}  // namespace
}  // namespace orgreg::app
