// SPDX-License-Identifier: EUPL-1.2

#include "app/catalog/segment_maker.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <memory>
#include <string_view>

#define XXH_INLINE_ALL
#include <xxhash.h>

#include "formats/byte_source.h"
#include "ingest/batches/apply.h"
#include "model/kind.h"
#include "search/columns/collation.h"
#include "store/sqlite/store.h"
#include "unit/formats/scratch_folder.h"

namespace orgreg::app {
namespace {

// Head and tables of a segment differ with every file (docs/segment-format.md).
constexpr std::size_t kHeadBytes = 4096;
constexpr std::size_t kDataBytesAt = 72;

class SegmentMakerTest : public ::testing::Test {
 protected:
  void SetUp() override {
    auto opened = store::OpenSqlite(path_, store::OpenMode::kReadWriteCreate);
    ASSERT_TRUE(opened) << opened.error().message;
    store_ = std::move(*opened);
    target_ = std::make_unique<records::Register>(store_.get());
    auto source = formats::FileSource::Open(ORGREG_TEST_DATA "/index/sample.ndjson");
    ASSERT_TRUE(source);
    const auto applied = ingest::ApplyBatches(target_.get(), source->get(), {});
    ASSERT_TRUE(applied) << applied.error().message;
    ASSERT_FALSE(applied->refused()) << applied->problems.Texts().front();
  }

  // The content of a segment, without the parts that name the program.
  static std::uint64_t ContentOf(const std::string& path) {
    const std::string bytes = formats::BytesOf(path);
    std::uint64_t data_bytes = 0;
    std::memcpy(&data_bytes, bytes.data() + kDataBytesAt, sizeof(data_bytes));
    EXPECT_LE(kHeadBytes + data_bytes, bytes.size());
    return XXH3_64bits(bytes.data() + kHeadBytes, data_bytes);
  }

  formats::ScratchFolder folder_{"segment_maker"};
  const std::string path_ = folder_.PathOf("register.db");
  const Place place_ = Place::NextToStore(path_);
  std::unique_ptr<store::Store> store_;
  std::unique_ptr<records::Register> target_;
};

// The content of each index version for the records of tests/data/index/sample.ndjson, by kind.
struct VersionRow {
  std::uint64_t version = 0;
  std::array<std::uint64_t, model::kKindCount> contents = {};
};
constexpr std::array kVersions = {
    VersionRow{1,
               {12410327606169682272U, 2108003053695019504U, 8501431013805968119U,
                16019852595157240935U, 8406068279142017600U, 18414618873207203487U,
                10407269823411435801U, 15879144792303766320U}},
    VersionRow{2,
               {5966436570653047278U, 2020332748644108536U, 7732410582350500166U,
                14820226071035441996U, 12872596186408169240U, 18150468712679477118U,
                17104084345884509118U, 6445655441952409845U}},
    VersionRow{
        3,
        {10773248537945287100U, 1646202910491516115U, 10046819939149231269U, 6769840774602228065U,
         3901451181702298994U, 18150468712679477118U, 13181693323350033981U, 6445655441952409845U}},
    VersionRow{
        4,
        {8841207817602012359U, 7344805183347230857U, 10046819939149231269U, 6769840774602228065U,
         3901451181702298994U, 18150468712679477118U, 13181693323350033981U, 6445655441952409845U}},
    VersionRow{
        5,
        {4118851860576837848U, 12301044633923015692U, 8857350556600759656U, 9514608856241607549U,
         3901451181702298994U, 18150468712679477118U, 13181693323350033981U, 6445655441952409845U}},
    VersionRow{
        6,
        {5665321521403425235U, 1422096089717133537U, 8857350556600759656U, 9514608856241607549U,
         3901451181702298994U, 18150468712679477118U, 13181693323350033981U, 6445655441952409845U}},
};

// Of the ICU that made these contents: another one makes other keys for sorting, and reads no index
// of this one (search::LayoutOf), so its contents are not compared.
constexpr std::string_view kCollationVersion{"\x99\x78\x2a\x00", 4};

// Programs of one version serve each other's segments, so every change of content is a new version.
TEST_F(SegmentMakerTest, AnIndexOfOtherContentHasAnotherVersion) {
  const SegmentMaker maker(target_.get(), place_);
  std::array<std::uint64_t, model::kKindCount> contents = {};
  std::string row;
  for (const model::Kind kind : model::kKinds) {
    ASSERT_TRUE(
        maker.BuildBase(kind, SegmentMaker::Place::kFile, SegmentMaker::Pace::kReadAhead, {}));
    contents[model::IndexOf(kind)] = ContentOf(place_.SegmentPath(kind));
    row += std::to_string(contents[model::IndexOf(kind)]) + "U, ";
  }
  const bool is_known = search::Collation::Version() == kCollationVersion;
  EXPECT_TRUE(kVersions.back().version == search::kIndexVersion &&
              (!is_known || kVersions.back().contents == contents))
      << "What is written or indexed has changed. Raise search::kIndexVersion (search/segment.h) "
         "and add a row to kVersions: {"
      << row << "}";
}

TEST_F(SegmentMakerTest, EachVersionOfTheIndexHasContentOfItsOwn) {
  for (std::size_t at = 1; at < kVersions.size(); ++at) {
    EXPECT_EQ(kVersions[at].version, kVersions[at - 1].version + 1);
    EXPECT_NE(kVersions[at].contents, kVersions[at - 1].contents);
  }
}

TEST_F(SegmentMakerTest, TheSameRecordsGiveTheSameFileWithOneThreadAndWithTwo) {
  const SegmentMaker maker(target_.get(), place_);
  for (const model::Kind kind : model::kKinds) {
    const std::string segment = place_.SegmentPath(kind);
    ASSERT_TRUE(
        maker.BuildBase(kind, SegmentMaker::Place::kFile, SegmentMaker::Pace::kOneThread, {}));
    const std::string first = formats::BytesOf(segment);
    for (const SegmentMaker::Pace pace :
         {SegmentMaker::Pace::kOneThread, SegmentMaker::Pace::kReadAhead}) {
      ASSERT_TRUE(maker.BuildBase(kind, SegmentMaker::Place::kFile, pace, {}));
      EXPECT_TRUE(formats::BytesOf(segment) == first) << model::RowOf(kind).many;
    }
  }
}

TEST_F(SegmentMakerTest, ItsOwnBaseIsNoForeignOne) {
  const SegmentMaker maker(target_.get(), place_);
  ASSERT_TRUE(maker.BuildBase(model::Kind::kRoles, SegmentMaker::Place::kFile,
                              SegmentMaker::Pace::kOneThread, {}));
  const auto base = SegmentMaker(target_.get(), place_).OpenBase(model::Kind::kRoles);
  ASSERT_TRUE(base) << base.error().message;
  EXPECT_FALSE(base->is_foreign);
}

}  // namespace
}  // namespace orgreg::app
