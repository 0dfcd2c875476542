// SPDX-License-Identifier: EUPL-1.2

// Load: the first inventory, and newer ones after it.

#include "records/load.h"

#include <gtest/gtest.h>

#include "unit/records/in_store.h"

namespace orgreg::records {
namespace {

using model::Kind;
using Lines = std::vector<std::string>;

// Numbers that rise with `at`.
std::string NumberAt(int at) { return std::to_string(312'300'000 + at); }

class LoadTest : public StoredRegister {
 protected:
  base::Result<LoadCounts> Take(const Lines& texts, LoadOptions options = {}) {
    options.today = Day("2026-08-01");
    options.spool_folder = folder_;
    auto load = register_->BeginLoad(options);
    if (!load) return std::move(load).error();
    for (const std::string& text : texts) {
      EXPECT_TRUE(load->Put(UnitOf(options.kind, text))) << text;
    }
    return load->Commit();
  }
  LoadCounts Load(const Lines& texts, const LoadOptions& options = {}) {
    const auto counts = Take(texts, options);
    EXPECT_TRUE(counts) << counts.error().message;
    return counts ? *counts : LoadCounts();
  }

  // An inventory of `size` records, and further ones after them.
  static Lines Inventory(int size, const Lines& more = {}) {
    Lines texts;
    for (int at = 0; at < size; ++at) texts.push_back(LiveText(NumberAt(at), "A"));
    texts.insert(texts.end(), more.begin(), more.end());
    return texts;
  }
};

TEST_F(LoadTest, WritesNoLinesTheFirstTime) {
  EXPECT_EQ(Load(Inventory(3)).added, 3U);
  EXPECT_TRUE(Log().empty());
  EXPECT_EQ(Position(), 1);
}

TEST_F(LoadTest, WritesNoLinesTheFirstTimeOfEachKind) {
  Load(Inventory(3));
  Load({LiveSubText("312306018", "B")}, {.kind = Kind::kSubEntity});
  EXPECT_TRUE(Log(Kind::kSubEntity).empty());
}

TEST_F(LoadTest, FindsNothingNewInTheSameInventory) {
  Load(Inventory(100));
  const LoadCounts counts = Load(Inventory(100));
  EXPECT_EQ(counts.unchanged, 100U);
  EXPECT_TRUE(Log().empty());
}

TEST_F(LoadTest, LogsTheChangesOfANewerInventory) {
  Load(Inventory(100));
  Lines newer = Inventory(99);
  newer[7] = LiveText(NumberAt(7), "B");
  newer.insert(newer.begin(), LiveText(NumberAt(500), "NY"));
  const LoadCounts counts = Load(newer);
  EXPECT_EQ(counts.added, 1U);
  EXPECT_EQ(counts.replaced, 1U);
  EXPECT_EQ(counts.unchanged, 98U);
  EXPECT_EQ(counts.deleted, 1U);
  const Lines log = Log();
  ASSERT_EQ(log.size(), 3U);
  EXPECT_EQ(log[0], R"(1 Endring 312300007 [{"op":"replace","path":"/navn","value":"B"}])");
  EXPECT_EQ(log[1], "2 Ny 312300500");
  EXPECT_EQ(log[2].substr(0, 20), "3 Sletting 312300099");
  EXPECT_EQ(Rows()[99], LiveText(NumberAt(99), "A",
                                 R"(,"slettedato":"2026-08-01","respons_klasse":"SlettetEnhet")"));
}

TEST_F(LoadTest, LogsDeletedRemovedAndRevivedRecords) {
  const std::string deleted = LiveText(NumberAt(500), "A", R"(,"slettedato":"2026-01-01")");
  Load(Inventory(100, {deleted, LiveText(NumberAt(501), "A"), LiveText(NumberAt(502), "A")}));
  Load(Inventory(100, {LiveText(NumberAt(500), "A"),
                       LiveText(NumberAt(501), "A", R"(,"slettedato":"2026-02-02")"),
                       R"({"organisasjonsnummer":"312300502","slettedato":"2026-03-03"})"}));
  const Lines log = Log();
  ASSERT_EQ(log.size(), 3U);
  EXPECT_EQ(log[0].substr(0, 14), "1 Ny 312300500");
  EXPECT_EQ(log[1].substr(0, 20), "2 Sletting 312300501");
  EXPECT_NE(log[1].find("2026-02-02"), std::string::npos);
  EXPECT_EQ(log[2], "3 Fjernet 312300502");
}

TEST_F(LoadTest, LogsTheSameAsTheChangesThemselves) {
  Load(Inventory(100));
  const std::string changed = LiveText(NumberAt(3), "B", R"(,"konkurs":true)");
  OperationMaker maker;
  const auto upsert = maker.Make(Action::kUpsert, Kind::kEntity, UnitOf(Kind::kEntity, changed));
  ASSERT_TRUE(register_->Apply(
      {.operations = {
           *upsert,
           {.action = Action::kDelete, .number = Number(NumberAt(4)), .day = Day("2026-08-01")}}}));
  const Lines by_changes = Log();
  const Lines rows = Rows();
  std::filesystem::remove(folder_ + "/other");
  auto other = store::OpenSqlite(folder_ + "/other", store::OpenMode::kReadWriteCreate);
  store_ = std::move(other).value();
  register_ = std::make_unique<Register>(store_.get());
  Load(Inventory(100));
  Lines newer = Inventory(100);
  newer[3] = changed;
  newer.erase(newer.begin() + 4);
  Load(newer);
  EXPECT_EQ(Log(), by_changes);
  EXPECT_EQ(Rows(), rows);
}

TEST_F(LoadTest, FindsNothingNewAfterTheChangesThatAnInventoryHolds) {
  Load(Inventory(100));
  OperationMaker maker;
  const std::string changed = LiveText(NumberAt(3), "B");
  ASSERT_TRUE(register_->Apply({.operations = {*maker.Make(Action::kUpsert, Kind::kEntity,
                                                           UnitOf(Kind::kEntity, changed))}}));
  Lines newer = Inventory(100);
  newer[3] = changed;
  EXPECT_EQ(Load(newer).unchanged, 100U);
  EXPECT_EQ(Log().size(), 1U);
}

TEST_F(LoadTest, CountsTheLastOfSeveralRecordsOfANumber) {
  Load(Inventory(100));
  // A changed one and then the stored one again; two changed ones; a new one twice.
  Load(Inventory(100, {LiveText(NumberAt(1), "X"), LiveText(NumberAt(1), "A"),
                       LiveText(NumberAt(2), "X"), LiveText(NumberAt(2), "Y"),
                       LiveText(NumberAt(500), "X"), LiveText(NumberAt(500), "Y")}));
  EXPECT_EQ(Log(), (Lines{R"(1 Endring 312300002 [{"op":"replace","path":"/navn","value":"Y"}])",
                          "2 Ny 312300500"}));
  EXPECT_EQ(Rows()[1], LiveText(NumberAt(1), "A", R"(,"respons_klasse":"Enhet")"));
  EXPECT_EQ(Rows()[100], LiveText(NumberAt(500), "Y", R"(,"respons_klasse":"Enhet")"));
}

TEST_F(LoadTest, NeverShowsARemovedRecordAgain) {
  const std::string removed = R"({"organisasjonsnummer":"312300001","slettedato":"2026-03-03"})";
  Load({removed});
  EXPECT_EQ(Load(Inventory(100)).kept_removed, 1U);
  EXPECT_EQ(Rows()[1], removed);
  // Nor one that the same inventory removes.
  const std::string second = R"({"organisasjonsnummer":"312300002","slettedato":"2026-03-03"})";
  Load(Inventory(100, {second, LiveText(NumberAt(2), "A"), LiveText(NumberAt(2), "B")}));
  EXPECT_EQ(Rows()[2], second);
}

TEST_F(LoadTest, RefusesAShrinkOfMoreThanTwoPercent) {
  Load(Inventory(100));
  const auto refused = Take(Inventory(97));
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().code, base::Code::kLimit);
  EXPECT_NE(refused.error().message.find("3 of 100 live records"), std::string::npos);
  EXPECT_TRUE(Log().empty());
  EXPECT_FALSE(Take({}));
  EXPECT_EQ(Load(Inventory(98)).deleted, 2U);
  EXPECT_EQ(Load(Inventory(1), {.may_shrink = true}).deleted, 97U);
  EXPECT_EQ(Log().size(), 99U);
}

TEST_F(LoadTest, DoesNotCountDeletedRecordsAsMissing) {
  Load(Inventory(100));
  Load(Inventory(98));
  EXPECT_EQ(Load(Inventory(98)).deleted, 0U);
  EXPECT_EQ(Log().size(), 2U);
}

TEST_F(LoadTest, DeletesNothingIfItOnlyAdds) {
  Load(Inventory(100));
  const LoadCounts counts = Load({LiveText(NumberAt(500), "A")}, {.adds_only = true});
  EXPECT_EQ(counts.added, 1U);
  EXPECT_EQ(counts.deleted, 0U);
  EXPECT_EQ(Log(), (Lines{"1 Ny 312300500"}));
}

TEST_F(LoadTest, DeletesNothingForRetiredRecordsAlone) {
  Load(Inventory(100));
  Load({LiveText(NumberAt(1), "A", R"(,"slettedato":"2026-01-01")")});
  EXPECT_EQ(Log().size(), 1U);
}

TEST_F(LoadTest, TakesMentionedRecordsForPresent) {
  Load(Inventory(100));
  auto load = register_->BeginLoad({.today = Day("2026-08-01")});
  for (int at = 1; at < 100; ++at) {
    ASSERT_TRUE(load->Put(UnitOf(Kind::kEntity, LiveText(NumberAt(at), "A"))));
  }
  load->Mention(Number(NumberAt(0)));
  EXPECT_EQ(load->Commit()->deleted, 0U);
  EXPECT_TRUE(Log().empty());
}

TEST_F(LoadTest, SparesMissingRecordsIfABadRecordHasNoNumber) {
  Load(Inventory(100));
  auto load = register_->BeginLoad({.today = Day("2026-08-01")});
  ASSERT_TRUE(load->Put(UnitOf(Kind::kEntity, LiveText(NumberAt(0), "B"))));
  load->MentionUnknown();
  const auto counts = load->Commit();
  ASSERT_TRUE(counts) << counts.error().message;
  EXPECT_EQ(counts->deleted, 0U);
  EXPECT_EQ(counts->spared, 99U);
  EXPECT_EQ(Log().size(), 1U);
}

TEST_F(LoadTest, LeavesNoTraceWithoutCommit) {
  Load(Inventory(100));
  {
    auto load = register_->BeginLoad({.spool_folder = folder_});
    ASSERT_TRUE(load->Put(UnitOf(Kind::kEntity, LiveText(NumberAt(0), "B"))));
  }
  EXPECT_EQ(Rows()[0], LiveText(NumberAt(0), "A", R"(,"respons_klasse":"Enhet")"));
  for (const auto& entry : std::filesystem::directory_iterator(folder_)) {
    EXPECT_TRUE(entry.path().filename().string().starts_with("store")) << entry.path();
  }
}

TEST_F(LoadTest, FailsIfItCannotSpoolRecords) {
  Load(Inventory(100));
  auto load = register_->BeginLoad({.spool_folder = folder_ + "/missing"});
  base::Status put = load->Put(UnitOf(Kind::kEntity, LiveText(NumberAt(0), "B")));
  ASSERT_FALSE(put);
  EXPECT_EQ(put.error().code, base::Code::kIo);
}

}  // namespace
}  // namespace orgreg::records
