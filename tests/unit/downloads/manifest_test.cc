// SPDX-License-Identifier: EUPL-1.2

#include "downloads/manifest.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <algorithm>
#include <fstream>

#include "unit/formats/scratch_folder.h"

namespace orgreg::downloads {
namespace {

using formats::BytesOf;

class ManifestTest : public ::testing::Test {
 protected:
  void SetUp() override {
    for (const FileRow& row : Files()) {
      Put(row.name, "content of " + std::string(row.name));
      entries_.push_back({.row = &row,
                          .sha256 = std::string(63, 'a') + "0",
                          .records = 7,
                          .stamp = {.commit = 3,
                                    .fingerprint = ~0ULL,
                                    .last_change = 9,
                                    .time_ms = 1'790'000'000'123},
                          .identity = *IdentityOf(PathOf(folder_.path(), row))});
    }
    ASSERT_TRUE(WriteManifest(folder_.path(), entries_));
  }

  void Put(std::string_view name, const std::string& content) {
    std::ofstream(folder_.PathOf(name), std::ios::binary) << content;
  }

  std::string Listing() { return BytesOf(folder_.PathOf("manifest.tsv")); }
  std::size_t CountRead() { return ReadManifest(folder_.path()).size(); }
  // The number of valid lines in a manifest with this text.
  std::size_t CountOf(const std::string& text) {
    Put("manifest.tsv", text);
    return CountRead();
  }

  formats::ScratchFolder folder_ = formats::ScratchFolder("manifest_test");
  std::vector<FileEntry> entries_;
};

TEST_F(ManifestTest, IsReadAsItWasWritten) {
  const std::vector<FileEntry> read = ReadManifest(folder_.path());
  ASSERT_EQ(read.size(), kFileCount);
  for (std::size_t i = 0; i < kFileCount; ++i) {
    EXPECT_EQ(read[i].row, entries_[i].row);
    EXPECT_EQ(read[i].sha256, entries_[i].sha256);
    EXPECT_EQ(read[i].records, 7U);
    EXPECT_EQ(read[i].stamp, entries_[i].stamp);
    EXPECT_EQ(read[i].identity, entries_[i].identity);
  }
}

TEST_F(ManifestTest, HoldsForTheVeryFilesOnly) {
  const std::string first = folder_.PathOf(Files()[0].name);
  Put(Files()[0].name, "content that is longer");
  EXPECT_EQ(CountRead(), kFileCount - 1);
  std::filesystem::remove(folder_.PathOf(Files()[1].name));
  EXPECT_EQ(CountRead(), kFileCount - 2);
  // Equal bytes, but another file.
  const std::string second = folder_.PathOf(Files()[2].name);
  Put("copy", BytesOf(second));
  std::filesystem::rename(folder_.PathOf("copy"), second);
  EXPECT_EQ(CountRead(), kFileCount - 3);
  // The same file, written again.
  const timespec times[] = {{.tv_sec = 1, .tv_nsec = 0}, {.tv_sec = 1, .tv_nsec = 0}};
  ASSERT_EQ(utimensat(AT_FDCWD, folder_.PathOf(Files()[3].name).c_str(), times, 0), 0);
  EXPECT_EQ(CountRead(), kFileCount - 4);
  std::filesystem::remove(folder_.PathOf(Files()[4].name));
  std::filesystem::create_directory(folder_.PathOf(Files()[4].name));
  EXPECT_EQ(CountRead(), kFileCount - 5);
}

TEST_F(ManifestTest, IsNothingIfItIsMissingOrForeign) {
  EXPECT_TRUE(ReadManifest(folder_.PathOf("nowhere")).empty());
  const std::string text = Listing();
  const std::string rows = text.substr(text.find('\n'));
  EXPECT_EQ(CountOf(""), 0U);
  EXPECT_EQ(CountOf("orgreg downloads 0" + rows), 0U);
  EXPECT_EQ(CountOf("orgreg downloads 10" + rows), 0U);
  EXPECT_EQ(CountOf(rows), 0U);
  EXPECT_EQ(CountOf("orgreg downloads 1"), 0U);
  EXPECT_EQ(CountOf(text), kFileCount);
  std::filesystem::remove(folder_.PathOf("manifest.tsv"));
  EXPECT_EQ(CountRead(), 0U);
  EXPECT_FALSE(ManifestIdentity(folder_.path()));
}

// However it is truncated, the remaining entries are right or missing.
TEST_F(ManifestTest, IsNeverWrongAfterTruncation) {
  const std::string text = Listing();
  for (std::size_t size = 0; size < text.size(); ++size) {
    Put("manifest.tsv", text.substr(0, size));
    for (const FileEntry& entry : ReadManifest(folder_.path())) {
      EXPECT_EQ(entry.stamp, entries_[0].stamp) << size;
      EXPECT_EQ(entry.sha256, entries_[0].sha256) << size;
      EXPECT_EQ(entry.records, 7U) << size;
    }
  }
}

TEST_F(ManifestTest, LeavesOutLinesThatCannotBe) {
  const std::string text = Listing();
  const std::size_t first = text.find('\n') + 1;
  const std::string head = text.substr(0, first);
  const std::string row = text.substr(first, text.find('\n', first) - first);
  ASSERT_EQ(CountOf(head + row + "\n"), 1U);
  const auto with = [&](const std::string& from, const std::string& to) {
    std::string changed = row;
    changed.replace(changed.find(from), from.size(), to);
    return CountOf(head + changed + "\n");
  };
  EXPECT_EQ(with("enheter_alle", "enheter_noen"), 0U);
  EXPECT_EQ(with("enheter_alle", "../enheter_alle"), 0U);
  EXPECT_EQ(with("aaaa", "AAAA"), 0U);
  EXPECT_EQ(with("aaaa", "aaa"), 0U);
  EXPECT_EQ(with("aaaa", "aaaaa"), 0U);
  EXPECT_EQ(with("aaaa", "xyzx"), 0U);
  EXPECT_EQ(with("\t7\t", "\tseven\t"), 0U);
  EXPECT_EQ(with("\t7\t", "\t99999999999999999999999\t"), 0U);
  EXPECT_EQ(with("\t7\t", "\t"), 0U);
  // A bad line does not affect the others.
  EXPECT_EQ(CountOf(head + "noise\n" + row + "\n\n"), 1U);
}

// Six lines are six files, so a caller may count lines.
TEST_F(ManifestTest, HasALineOfAFileOnce) {
  const std::string text = Listing();
  const std::size_t first = text.find('\n') + 1;
  const std::string row = text.substr(first, text.find('\n', first) + 1 - first);
  std::string repeated = text.substr(0, first);
  for (std::size_t i = 0; i < kFileCount; ++i) repeated += row;
  EXPECT_EQ(CountOf(repeated), 1U);
}

TEST_F(ManifestTest, HasAnotherIdentityOnceItIsWrittenAgain) {
  const auto before = ManifestIdentity(folder_.path());
  ASSERT_TRUE(before);
  EXPECT_EQ(ManifestIdentity(folder_.path()), before);
  ASSERT_TRUE(WriteManifest(folder_.path(), entries_));
  EXPECT_NE(ManifestIdentity(folder_.path()), before);
}

TEST_F(ManifestTest, ReportsThatItCannotBeWritten) {
  const base::Status written = WriteManifest(folder_.PathOf("nowhere"), entries_);
  ASSERT_FALSE(written);
  EXPECT_NE(written.error().message.find("nowhere"), std::string::npos);
  EXPECT_EQ(IdentityOf(folder_.PathOf("nowhere")).error().code, base::Code::kNotFound);
}

TEST(Files, AreSixWithNamesOfTheirOwn) {
  std::vector<std::string_view> names;
  for (const FileRow& row : Files()) {
    EXPECT_EQ(&FileOf(row.kind, row.format), &row);
    EXPECT_EQ(std::ranges::find(names, row.name), names.end());
    names.push_back(row.name);
  }
  // Spec, Download operations: JSON of both kinds and the spreadsheet of entities.
  EXPECT_FALSE(FileOf(model::Kind::kEntity, Format::kJson).part_name.empty());
  EXPECT_FALSE(FileOf(model::Kind::kEntity, Format::kSheet).part_name.empty());
  EXPECT_FALSE(FileOf(model::Kind::kSubEntity, Format::kJson).part_name.empty());
  EXPECT_TRUE(FileOf(model::Kind::kSubEntity, Format::kSheet).part_name.empty());
  EXPECT_TRUE(FileOf(model::Kind::kEntity, Format::kCsv).part_name.empty());
  EXPECT_TRUE(FileOf(model::Kind::kSubEntity, Format::kCsv).part_name.empty());
}

}  // namespace
}  // namespace orgreg::downloads
