// SPDX-License-Identifier: EUPL-1.2

#include "downloads/make_files.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <future>

#include "formats/sha256.h"
#include "unit/downloads/small_catalog.h"
#include "unit/formats/scratch_folder.h"
#include "unit/formats/zip_reader.h"

namespace orgreg::downloads {
namespace {

using formats::BytesOf;

constexpr Stamp kStamp = {.commit = 5, .last_change = 12, .time_ms = 1'790'000'000'000};

bool GoOn(std::uint64_t, std::uint64_t) { return true; }

std::vector<model::Unit> Units(std::uint32_t first, std::uint32_t count) {
  std::vector<model::Unit> units;
  for (std::uint32_t i = 0; i < count; ++i)
    units.push_back(UnitOf(first + i, "NAVN " + std::to_string(i)));
  return units;
}

class MakeFilesTest : public ::testing::Test {
 protected:
  std::vector<std::string> Names() const {
    std::vector<std::string> names;
    for (const auto& entry : std::filesystem::directory_iterator(folder_.path())) {
      names.push_back(entry.path().filename().string());
    }
    std::ranges::sort(names);
    return names;
  }

  std::vector<std::string> Contents() const {
    std::vector<std::string> contents;
    for (const FileRow& row : Files()) contents.push_back(BytesOf(folder_.PathOf(row.name)));
    return contents;
  }

  const std::vector<std::string> kAll = {"enheter_alle.csv.gz",      "enheter_alle.json.gz",
                                         "enheter_alle.xlsx",        "manifest.tsv",
                                         "roller_alle.json.gz",      "roller_alle.zip",
                                         "underenheter_alle.csv.gz", "underenheter_alle.json.gz",
                                         "underenheter_alle.xlsx"};
  formats::ScratchFolder folder_ = formats::ScratchFolder("make_files_test");
  search::Catalog catalog_ = MakeCatalog(Units(900'000'000, 3), Units(800'000'000, 2));
};

TEST_F(MakeFilesTest, MakesAllFilesAndListsThem) {
  const auto made = MakeFiles(catalog_, kStamp, folder_.path(), GoOn);
  ASSERT_TRUE(made) << made.error().message;
  EXPECT_EQ(Names(), kAll);
  ASSERT_EQ(made->size(), kFileCount);
  for (const FileEntry& entry : *made) {
    const std::string content = BytesOf(PathOf(folder_.path(), *entry.row));
    EXPECT_EQ(entry.identity.size_bytes, content.size());
    EXPECT_EQ(entry.records, catalog_.CountLive(entry.row->kind));
    EXPECT_EQ(entry.stamp, kStamp);
    formats::Sha256 sum;
    sum.Add(content);
    EXPECT_EQ(entry.sha256, sum.Finish());
  }
  const std::vector<FileEntry> listed = ReadManifest(folder_.path());
  ASSERT_EQ(listed.size(), kFileCount);
  for (std::size_t i = 0; i < kFileCount; ++i) {
    EXPECT_EQ(listed[i].sha256, (*made)[i].sha256);
    EXPECT_EQ(listed[i].identity, (*made)[i].identity);
  }
}

TEST_F(MakeFilesTest, MakesTheFolder) {
  const std::string deep = folder_.PathOf("a/b");
  ASSERT_TRUE(MakeFiles(catalog_, kStamp, deep, GoOn));
  EXPECT_EQ(ReadManifest(deep).size(), kFileCount);
}

TEST_F(MakeFilesTest, GivesTheSameBytesAgain) {
  ASSERT_TRUE(MakeFiles(catalog_, kStamp, folder_.path(), GoOn));
  const std::vector<std::string> before = Contents();
  ASSERT_TRUE(MakeFiles(catalog_, {.commit = 6}, folder_.path(), GoOn));
  EXPECT_EQ(Contents(), before);
}

TEST_F(MakeFilesTest, LeavesTheOldFilesToTheirReaders) {
  ASSERT_TRUE(MakeFiles(catalog_, kStamp, folder_.path(), GoOn));
  const std::vector<std::string> before = Contents();
  std::ifstream open(PathOf(folder_.path(), Files()[0]), std::ios::binary);
  ASSERT_TRUE(MakeFiles(MakeCatalog(Units(900'000'000, 9), {}), kStamp, folder_.path(), GoOn));
  EXPECT_NE(Contents(), before);
  EXPECT_EQ(std::string(std::istreambuf_iterator<char>(open), {}), before[0]);
}

// Stopped at any moment: the old files and their manifest stay, and nothing else is left.
TEST_F(MakeFilesTest, LeavesTheOldFilesWhenItIsStopped) {
  ASSERT_TRUE(MakeFiles(catalog_, kStamp, folder_.path(), GoOn));
  const std::vector<std::string> before = Contents();
  const search::Catalog larger = MakeCatalog(Units(900'000'000, 3000), Units(800'000'000, 2000));
  std::uint64_t calls = 0;
  const auto count = [&](std::uint64_t, std::uint64_t) { return ++calls > 0; };
  formats::ScratchFolder other("make_files_count");
  ASSERT_TRUE(MakeFiles(larger, kStamp, other.path(), count));
  ASSERT_GE(calls, 10U);
  for (std::uint64_t last = 1; last <= calls; ++last) {
    std::uint64_t at = 0;
    const auto end = [&](std::uint64_t, std::uint64_t) { return ++at < last; };
    const auto made = MakeFiles(larger, kStamp, folder_.path(), end);
    ASSERT_FALSE(made);
    EXPECT_EQ(made.error().code, base::Code::kUnavailable);
    EXPECT_EQ(Names(), kAll);
    EXPECT_EQ(Contents(), before);
    EXPECT_EQ(ReadManifest(folder_.path()).size(), kFileCount);
  }
}

TEST_F(MakeFilesTest, ReportsItsProgress) {
  const search::Catalog larger = MakeCatalog(Units(900'000'000, 3000), Units(800'000'000, 2000));
  std::uint64_t last = 0;
  const auto progress = [&](std::uint64_t done, std::uint64_t all) {
    EXPECT_EQ(all, 15'000U);
    EXPECT_GT(done, last);
    EXPECT_LE(done, all);
    last = done;
    return true;
  };
  ASSERT_TRUE(MakeFiles(larger, kStamp, folder_.path(), progress));
  EXPECT_GE(last, 14'000U);
}

// Roles as a look-up serves them, with one group without a role.
std::string RolesOf(std::uint32_t number) {
  return R"({"rollegrupper":[{"type":{"kode":"STYR"},"roller":[]}],"_links":{"enhet":{"href":")"
         "/enhetsregisteret/api/enheter/" +
         std::to_string(number) + "\"}}}";
}

std::string RolesLine(std::uint32_t number) {
  return R"({"organisasjonsnummer":")" + std::to_string(number) +
         R"(","rollegrupper":[{"roller":[],"type":{"kode":"STYR"}}]})";
}

TEST_F(MakeFilesTest, PutsTheRolesOfPublishedEntitiesIntoTwoPackings) {
  std::vector<model::Unit> entities = Units(900'000'000, 5);
  entities[1].state = model::State::kDeleted;
  entities[2].state = model::State::kRemoved;
  search::SegmentBuilder builder(model::Kind::kRoles, "");
  // Existing entities, and a missing one.
  for (const std::uint32_t at : {0U, 1U, 2U, 3U, 4U, 9U}) {
    const std::uint32_t number = 900'000'000 + at;
    const std::string bytes = at == 3 ? "" : RolesOf(number);
    builder.Add(search::IndexedRecord{
        .number = base::OrgNumber(number),
        .columns = {model::Kind::kRoles, render::RecordView::Columns{bytes}}});
  }
  auto segment = std::move(builder).Build({});
  ASSERT_TRUE(segment);
  search::Catalog::LayersByKind layers = {LayersOf(model::Kind::kEntity, entities)};
  layers[model::IndexOf(model::Kind::kRoles)] = search::LayUpon({}, *segment);
  const auto made = MakeFiles({std::move(layers), {}}, kStamp, folder_.path(), GoOn);
  ASSERT_TRUE(made) << made.error().message;
  const std::string text = "[\n" + RolesLine(900'000'000) + ",\n" + RolesLine(900'000'001) + ",\n" +
                           RolesLine(900'000'004) + "\n]\n";
  const std::string archive = BytesOf(folder_.PathOf("roller_alle.zip"));
  const formats::ZipReader zip(archive);
  ASSERT_EQ(zip.files().size(), 1U);
  EXPECT_EQ(zip.Text("roller_alle.json"), text);
  const std::string packed = BytesOf(folder_.PathOf("roller_alle.json.gz"));
  EXPECT_EQ(zip.files()[0].packed, std::string_view(packed).substr(10, packed.size() - 18));
  for (const FileEntry& entry : *made) {
    EXPECT_EQ(entry.records, entry.row->kind == model::Kind::kSubEntity ? 0U : 3U);
  }
}

TEST_F(MakeFilesTest, NamesTheFileThatItCannotWrite) {
  std::ofstream(folder_.PathOf("file")) << "no folder";
  const auto made = MakeFiles(catalog_, kStamp, folder_.PathOf("file"), GoOn);
  ASSERT_FALSE(made);
  EXPECT_NE(made.error().message.find("file"), std::string::npos);
  EXPECT_EQ(BytesOf(folder_.PathOf("file")), "no folder");
}

// A name that cannot be used: the files that were renamed before are not in the manifest.
TEST_F(MakeFilesTest, DoesNotListHalfASet) {
  ASSERT_TRUE(MakeFiles(catalog_, kStamp, folder_.path(), GoOn));
  const std::string last = PathOf(folder_.path(), Files()[kFileCount - 1]);
  std::filesystem::remove(last);
  std::filesystem::create_directories(last + "/in the way");
  EXPECT_FALSE(MakeFiles(MakeCatalog(Units(900'000'000, 9), {}), kStamp, folder_.path(), GoOn));
  EXPECT_TRUE(ReadManifest(folder_.path()).empty());
  std::filesystem::remove_all(last);
  ASSERT_TRUE(MakeFiles(catalog_, kStamp, folder_.path(), GoOn));
  EXPECT_EQ(Names(), kAll);
}

// Two at the same time: one does it, or both one after the other, and no file is damaged.
TEST_F(MakeFilesTest, IsDoneByOneAtATime) {
  const search::Catalog larger = MakeCatalog(Units(900'000'000, 3000), Units(800'000'000, 2000));
  const auto make = [&] { return MakeFiles(larger, kStamp, folder_.path(), GoOn); };
  auto other = std::async(std::launch::async, make);
  const auto mine = make();
  const auto theirs = other.get();
  EXPECT_TRUE(mine || theirs);
  for (const auto* made : {&mine, &theirs}) {
    if (*made) continue;
    EXPECT_EQ(made->error().code, base::Code::kUnavailable) << made->error().message;
  }
  EXPECT_EQ(ReadManifest(folder_.path()).size(), kFileCount);
}

}  // namespace
}  // namespace orgreg::downloads
