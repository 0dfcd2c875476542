// SPDX-License-Identifier: EUPL-1.2

// The promises of every implementation of the store about its rows, as tests. A backend includes
// this file once and instantiates the suite with its own factory.

#pragma once

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "store/store.h"
#include "unit/store/store_fixture.h"

namespace orgreg::store {

class StoreSuite : public StoreFixture {};

TEST_P(StoreSuite, StartsEmptyAtPositionZero) {
  EXPECT_EQ(store_->Position()->value, 0);
  EXPECT_EQ(Read()->position().value, 0);
  EXPECT_EQ(Read()->Describe(Kind::kEntity).rows, 0U);
  EXPECT_THAT(Entities(), IsEmpty());
  EXPECT_EQ(Find(Kind::kEntity, 974760673), "none");
  EXPECT_TRUE(store_->Check().ok());
}

TEST_P(StoreSuite, KeepsNotesThatNoCommitCounts) {
  EXPECT_EQ(*Read()->FindNote("a"), std::nullopt);
  ASSERT_TRUE(store_->PutNote("a", "1").ok());
  ASSERT_TRUE(store_->PutNote("b", "").ok());
  ASSERT_TRUE(store_->PutNote("a", "2 Å").ok());
  EXPECT_EQ(*Read()->FindNote("a"), "2 Å");
  EXPECT_EQ(*Read()->FindNote("b"), "");
  EXPECT_EQ(store_->Position()->value, 0);
  EXPECT_TRUE(store_->Check().ok());
}

TEST_P(StoreSuite, ANoteOfATransactionIsKeptWithIt) {
  {
    const auto writer = Write();
    ASSERT_TRUE(writer->PutNote("a", "lost").ok());
    EXPECT_EQ(*writer->FindNote("a"), "lost");
  }
  EXPECT_EQ(*Read()->FindNote("a"), std::nullopt);
  const auto writer = Write();
  ASSERT_TRUE(writer->PutNote("a", "kept").ok());
  ASSERT_TRUE(writer->Commit().ok());
  EXPECT_EQ(*Read()->FindNote("a"), "kept");
}

TEST_P(StoreSuite, FindsANoteThatWasChanged) {
  ASSERT_TRUE(store_->PutNote("a", "1").ok());
  backend_->Tamper("UPDATE note SET text = '2' WHERE key = 'a'");
  const auto note = Read()->FindNote("a");
  ASSERT_FALSE(note.ok());
  EXPECT_EQ(note.error().code, base::Code::kCorrupt);
  EXPECT_FALSE(store_->Check().ok());
}

TEST_P(StoreSuite, FindsCommittedRows) {
  Commit({Live(974760673, R"({"navn":"Å"})"), Deleted(2, "{}"), Removed(3)});
  EXPECT_EQ(Find(Kind::kEntity, 974760673), R"(974760673 0 {"navn":"Å"})");
  EXPECT_EQ(Find(Kind::kEntity, 2), "000000002 1 {}");
  EXPECT_EQ(Find(Kind::kEntity, 3), "000000003 2 ");
  EXPECT_EQ(Find(Kind::kEntity, 4), "none");
}

TEST_P(StoreSuite, ScansAPartOfATable) {
  Commit({Live(1, "a"), Deleted(2, "b"), Live(5, "c"), Removed(9)});
  const auto part = [this](std::uint32_t after, std::size_t most) {
    std::vector<std::string> rows;
    EXPECT_TRUE(Read()->ScanAfter(Kind::kEntity, Number(after), most, [&](const RowView& row) {
      rows.push_back(Show(row));
      return base::Status();
    }));
    return rows;
  };
  EXPECT_EQ(part(0, 2), (std::vector<std::string>{"000000001 0 a", "000000002 1 b"}));
  EXPECT_EQ(part(2, 10), (std::vector<std::string>{"000000005 0 c", "000000009 2 "}));
  EXPECT_TRUE(part(9, 10).empty());
  EXPECT_TRUE(part(0, 0).empty());
  const base::Status stopped = Read()->ScanAfter(
      Kind::kEntity, Number(0), 10,
      [](const RowView&) -> base::Status { return base::Error{base::Code::kLimit, "enough"}; });
  ASSERT_FALSE(stopped);
  EXPECT_EQ(stopped.error().code, base::Code::kLimit);
}

TEST_P(StoreSuite, KeepsBodiesByteForByte) {
  const std::string odd("a\0b\xff\n\"'", 7);
  const std::string large(3 << 20, 'x');
  Commit({Live(0, odd), Live(999'999'999, large), Live(5, "")});
  EXPECT_EQ(Find(Kind::kEntity, 0), "000000000 0 " + odd);
  EXPECT_EQ(Find(Kind::kEntity, 999'999'999), "999999999 0 " + large);
  EXPECT_EQ(Find(Kind::kEntity, 5), "000000005 0 ");
}

TEST_P(StoreSuite, KeepsTheTablesApart) {
  const auto writer = Write();
  Put(writer.get(), Kind::kEntity, Live(1, "entity"));
  Put(writer.get(), Kind::kSubEntity, Live(1, "sub-entity"));
  Put(writer.get(), Kind::kSubEntity, Live(2, "another"));
  ASSERT_TRUE(writer->Commit().ok());
  EXPECT_EQ(Find(Kind::kEntity, 1), "000000001 0 entity");
  EXPECT_EQ(Find(Kind::kSubEntity, 1), "000000001 0 sub-entity");
  EXPECT_EQ(Find(Kind::kEntity, 2), "none");
  EXPECT_EQ(Read()->Describe(Kind::kEntity).rows, 1U);
  EXPECT_EQ(Read()->Describe(Kind::kSubEntity).rows, 2U);
}

TEST_P(StoreSuite, ScansInOrderOfNumber) {
  Commit({Live(900, "c"), Live(1, "a"), Live(20, "b")});
  EXPECT_THAT(Entities(), ElementsAre("000000001 0 a", "000000020 0 b", "000000900 0 c"));
}

TEST_P(StoreSuite, ScanStopsWithTheErrorOfTheVisitor) {
  Commit({Live(1, "a"), Live(2, "b"), Live(3, "c")});
  int visited = 0;
  const auto visit = [&](const RowView& row) -> base::Status {
    ++visited;
    if (row.number.value() == 2) return base::Error{base::Code::kLimit, "enough"};
    return {};
  };
  const auto snapshot = Read();
  const base::Status scanned = snapshot->Scan(Kind::kEntity, visit);
  ASSERT_FALSE(scanned.ok());
  EXPECT_EQ(scanned.error().message, "enough");
  EXPECT_EQ(visited, 2);
  EXPECT_EQ(RowsOf(snapshot.get(), Kind::kEntity).size(), 3U) << "the snapshot is still usable";
}

TEST_P(StoreSuite, ReturnsTheOutcomeOfARow) {
  EXPECT_THAT(Commit({Live(1, "a"), Live(2, "b"), Live(3, "c")}),
              ElementsAre(PutOutcome::kInserted, PutOutcome::kInserted, PutOutcome::kInserted));
  EXPECT_THAT(Commit({Live(1, "a"), Live(2, "B"), Deleted(3, "c"), Live(4, "d")}),
              ElementsAre(PutOutcome::kUnchanged, PutOutcome::kReplaced, PutOutcome::kReplaced,
                          PutOutcome::kInserted));
  EXPECT_THAT(Entities(),
              ElementsAre("000000001 0 a", "000000002 0 B", "000000003 1 c", "000000004 0 d"));
  EXPECT_EQ(Read()->Describe(Kind::kEntity).rows, 4U);
  EXPECT_TRUE(store_->Check().ok());
}

TEST_P(StoreSuite, SeesItsOwnRowsWithinOneTransaction) {
  EXPECT_THAT(Commit({Live(1, "a"), Live(1, "a"), Live(1, "b")}),
              ElementsAre(PutOutcome::kInserted, PutOutcome::kUnchanged, PutOutcome::kReplaced));
  EXPECT_EQ(Find(Kind::kEntity, 1), "000000001 0 b");
  EXPECT_TRUE(store_->Check().ok());
}

TEST_P(StoreSuite, NeverBringsARemovedRowBack) {
  Commit({Live(1, "secret")});
  EXPECT_THAT(Commit({Removed(1)}), ElementsAre(PutOutcome::kReplaced));
  EXPECT_THAT(
      Commit({Live(1, "secret"), Deleted(1, "{}"), Removed(1)}),
      ElementsAre(PutOutcome::kKeptRemoved, PutOutcome::kKeptRemoved, PutOutcome::kUnchanged));
  EXPECT_EQ(Find(Kind::kEntity, 1), "000000001 2 ");
  EXPECT_TRUE(store_->Check().ok());
}

TEST_P(StoreSuite, BringsADeletedRowBack) {
  Commit({Deleted(1, "{}")});
  EXPECT_THAT(Commit({Live(1, "again")}), ElementsAre(PutOutcome::kReplaced));
  EXPECT_EQ(Find(Kind::kEntity, 1), "000000001 0 again");
}

TEST_P(StoreSuite, EveryCommitRaisesThePositionByOne) {
  EXPECT_EQ(Write()->Commit()->commit.value, 1) << "even one without rows";
  Commit({Live(1, "a")});
  EXPECT_EQ(store_->Position()->value, 2);
  Write();  // Rolled back.
  EXPECT_EQ(Write()->Commit()->commit.value, 3);
  EXPECT_EQ(Read()->position().value, 3);
}

TEST_P(StoreSuite, AWriterThatDoesNotCommitLeavesNoTrace) {
  Commit({Live(1, "a")});
  {
    const auto writer = Write();
    Put(writer.get(), Kind::kEntity, Live(1, "changed"));
    Put(writer.get(), Kind::kEntity, Live(2, "new"));
  }
  EXPECT_THAT(Entities(), ElementsAre("000000001 0 a"));
  EXPECT_EQ(store_->Position()->value, 1);
  EXPECT_EQ(Read()->Describe(Kind::kEntity).rows, 1U);
  EXPECT_TRUE(store_->Check().ok());
}

TEST_P(StoreSuite, AFinishedWriterRefusesFurtherWork) {
  const auto writer = Write();
  ASSERT_TRUE(writer->Commit().ok());
  EXPECT_FALSE(writer->Put(Kind::kEntity, Live(1, "late")).ok());
  EXPECT_FALSE(writer->Commit().ok());
  EXPECT_THAT(Entities(), IsEmpty());
}

TEST_P(StoreSuite, ASnapshotSeesNoLaterCommit) {
  Commit({Live(1, "a")});
  const auto before = Read();
  Commit({Live(1, "changed"), Live(2, "b")});
  EXPECT_EQ(before->position().value, 1);
  EXPECT_THAT(RowsOf(before.get(), Kind::kEntity), ElementsAre("000000001 0 a"));
  EXPECT_FALSE((*before->Find(Kind::kEntity, base::OrgNumber(2))).has_value());
  EXPECT_EQ(before->Describe(Kind::kEntity).rows, 1U);
  EXPECT_NE(before->Describe(Kind::kEntity), Read()->Describe(Kind::kEntity));
  EXPECT_THAT(Entities(), ElementsAre("000000001 0 changed", "000000002 0 b"));
}

TEST_P(StoreSuite, ASnapshotSeesNothingUncommitted) {
  const auto writer = Write();
  Put(writer.get(), Kind::kEntity, Live(1, "a"));
  EXPECT_THAT(Entities(), IsEmpty());
  ASSERT_TRUE(writer->Commit().ok());
  EXPECT_THAT(Entities(), ElementsAre("000000001 0 a"));
}

TEST_P(StoreSuite, ASecondWriterIsTurnedAway) {
  const auto first = Write();
  const auto second = store_->Write();
  ASSERT_FALSE(second.ok());
  EXPECT_EQ(second.error().code, base::Code::kUnavailable);
  EXPECT_THAT(second.error().message, testing::HasSubstr("another writer is at work"));
}

TEST_P(StoreSuite, AWriterOfAnotherProcessIsTurnedAwayUntilTheFirstIsDone) {
  const auto other = backend_->Open();
  {
    const auto first = Write();
    const auto second = other->Write();
    ASSERT_FALSE(second.ok());
    EXPECT_EQ(second.error().code, base::Code::kUnavailable);
  }
  EXPECT_TRUE(other->Write().ok());
}

TEST_P(StoreSuite, AnotherProcessSeesTheCommit) {
  const auto other = backend_->Open();
  EXPECT_EQ(other->Position()->value, 0);
  Commit({Live(1, "a")});
  EXPECT_EQ(other->Position()->value, 1);
  const auto snapshot = other->Read();
  ASSERT_TRUE(snapshot.ok());
  EXPECT_THAT(RowsOf(snapshot->get(), Kind::kEntity), ElementsAre("000000001 0 a"));
}

// Every commit writes its own number into every row: a torn read would mix two.
TEST_P(StoreSuite, ReadersOnOtherThreadsSeeWholeCommits) {
  constexpr std::int64_t kCommits = 40;
  constexpr std::uint32_t kRows = 50;
  const auto read_until_the_last = [this] {
    for (std::int64_t seen = 0; seen < kCommits;) {
      const auto snapshot = Read();
      ASSERT_GE(snapshot->position().value, seen) << "never backwards";
      seen = snapshot->position().value;
      std::uint32_t rows = 0;
      const auto visit = [&](const RowView& row) -> base::Status {
        ++rows;
        if (row.body == std::to_string(seen)) return {};
        return base::Error{base::Code::kCorrupt, "torn at " + Show(row)};
      };
      const base::Status scanned = snapshot->Scan(Kind::kEntity, visit);
      ASSERT_TRUE(scanned.ok()) << scanned.error().message;
      ASSERT_EQ(rows, seen == 0 ? 0 : kRows);
    }
  };
  std::thread first(read_until_the_last);
  std::thread second(read_until_the_last);
  for (std::int64_t commit = 1; commit <= kCommits; ++commit) {
    const std::string body = std::to_string(commit);
    std::vector<RowView> rows;
    for (std::uint32_t number = 1; number <= kRows; ++number) rows.push_back(Live(number, body));
    Commit(rows);
  }
  first.join();
  second.join();
}

TEST_P(StoreSuite, IsThereAfterReopening) {
  Commit({Live(1, "a")});
  store_.reset();
  store_ = backend_->Open();
  EXPECT_THAT(Entities(), ElementsAre("000000001 0 a"));
  EXPECT_EQ(store_->Position()->value, 1);
}

// Each changes stored data so that row 1 of the entities differs from what was written.
class StoreDamage : public testing::TestWithParam<std::pair<BackendFactory, std::string>> {};

TEST_P(StoreDamage, IsFoundWhereverTheRowIsRead) {
  const auto backend = GetParam().first.make();
  const auto store = backend->Open();
  {
    auto writer = store->Write();
    ASSERT_TRUE(writer.ok());
    for (const Kind kind : {Kind::kEntity, Kind::kSubEntity}) {
      ASSERT_TRUE((*writer)->Put(kind, Live(1, "one")).ok());
      ASSERT_TRUE((*writer)->Put(kind, Live(2, "two")).ok());
    }
    ASSERT_TRUE((*writer)->Commit().ok());
  }
  ASSERT_TRUE(store->Check().ok());
  backend->Tamper(GetParam().second);

  const auto snapshot = store->Read();
  ASSERT_TRUE(snapshot.ok());
  const auto found = (*snapshot)->Find(Kind::kEntity, base::OrgNumber(1));
  ASSERT_FALSE(found.ok());
  EXPECT_EQ(found.error().code, base::Code::kCorrupt);
  EXPECT_THAT(found.error().message, testing::HasSubstr("entity row 1 "));
  const auto ignore = [](const RowView&) { return base::Status(); };
  EXPECT_FALSE((*snapshot)->Scan(Kind::kEntity, ignore).ok());
  EXPECT_TRUE((*snapshot)->Scan(Kind::kSubEntity, ignore).ok());
  EXPECT_FALSE(store->Check().ok());
  const auto writer = store->Write();
  ASSERT_TRUE(writer.ok());
  EXPECT_FALSE((*writer)->Put(Kind::kEntity, Live(1, "one")).ok());
}

inline const std::vector<std::string>& RowDamage() {
  static const std::vector<std::string> kDamage = {
      "UPDATE entity SET body = 'onf' WHERE number = 1",
      "UPDATE entity SET body = '' WHERE number = 1",
      "UPDATE entity SET packed = CAST(body AS BLOB), body = '' WHERE number = 1",
      "UPDATE entity SET state = 1 WHERE number = 1",
      "UPDATE entity SET state = 3 WHERE number = 1",
      "UPDATE entity SET state = -1 WHERE number = 1",
      "UPDATE entity SET commit_id = 0 WHERE number = 1",
      "UPDATE entity SET checksum = checksum + 1 WHERE number = 1",
      // The row of another number, and of another table.
      "UPDATE entity SET body = (SELECT body FROM entity WHERE number = 2),"
      " checksum = (SELECT checksum FROM entity WHERE number = 2) WHERE number = 1",
      "UPDATE entity SET checksum = (SELECT checksum FROM sub_entity WHERE number = 1)"
      " WHERE number = 1",
  };
  return kDamage;
}

TEST_P(StoreSuite, AWholeScanFindsALostRow) {
  Commit({Live(1, "a"), Live(2, "b")});
  backend_->Tamper("DELETE FROM entity WHERE number = 2");
  const base::Status scanned =
      Read()->Scan(Kind::kEntity, [](const RowView&) { return base::Status(); });
  ASSERT_FALSE(scanned.ok());
  EXPECT_EQ(scanned.error().code, base::Code::kCorrupt);
  EXPECT_FALSE(store_->Check().ok());
}

TEST_P(StoreSuite, CheckFindsARowExchangedForAnOlderOne) {
  Commit({Live(1, "a")});
  backend_->Tamper("CREATE TABLE kept AS SELECT * FROM entity");
  Commit({Live(1, "b")});
  backend_->Tamper(
      "UPDATE entity SET (commit_id, checksum, body) ="
      " (SELECT commit_id, checksum, body FROM kept)");
  EXPECT_EQ(Find(Kind::kEntity, 1), "000000001 0 a") << "the row alone looks sound";
  EXPECT_FALSE(store_->Check().ok());
}

TEST_P(StoreSuite, ADamagedSummaryIsFoundBeforeAnythingIsDone) {
  for (const char* damage :
       {"UPDATE meta SET position = position + 1", "UPDATE meta SET entity_rows = 7",
        "UPDATE meta SET sub_entity_sum = 7", "UPDATE meta SET checksum = 0", "DELETE FROM meta"}) {
    const auto backend = GetParam().make();
    const auto store = backend->Open();
    backend->Tamper(damage);
    EXPECT_FALSE(store->Position().ok()) << damage;
    EXPECT_FALSE(store->Read().ok()) << damage;
    EXPECT_FALSE(store->Write().ok()) << damage;
    EXPECT_FALSE(store->Check().ok()) << damage;
  }
}

}  // namespace orgreg::store
