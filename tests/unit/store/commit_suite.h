// SPDX-License-Identifier: EUPL-1.2

// The promises of every implementation of the store about its commits and copies, as tests. A
// backend includes this file once and instantiates the suite with its own factory.

#pragma once

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <cstdint>
#include <memory>
#include <string>
#include <thread>

#include "store/store.h"
#include "unit/store/store_fixture.h"

namespace orgreg::store {

class CommitSuite : public StoreFixture {};

// The numbers as text, with a space after each.
inline std::string Shown(const base::Result<std::vector<base::OrgNumber>>& numbers) {
  if (!numbers.ok()) return "! " + numbers.error().message;
  std::string text;
  for (const base::OrgNumber number : *numbers) text.append(number.ToString()).append(" ");
  return text;
}

TEST_P(CommitSuite, FindsTheRowsThatNameAnOrganisation) {
  const base::OrgNumber one(1);
  const base::OrgNumber two(2);
  {
    const auto writer = Write();
    ASSERT_TRUE(writer->Put(Kind::kRoles, Live(1, "a")).ok());
    ASSERT_TRUE(writer->SetReferences(Kind::kRoles, one, {base::OrgNumber(7), two}).ok());
    ASSERT_TRUE(writer->Put(Kind::kRoles, Live(2, "b")).ok());
    ASSERT_TRUE(writer->SetReferences(Kind::kRoles, two, {base::OrgNumber(7)}).ok());
    EXPECT_EQ(Shown(writer->Referring(Kind::kRoles, base::OrgNumber(7))), "000000001 000000002 ");
    ASSERT_TRUE(writer->Commit().ok());
  }
  EXPECT_EQ(Shown(Read()->References(Kind::kRoles, one)), "000000002 000000007 ");
  {
    const auto writer = Write();
    ASSERT_TRUE(writer->Put(Kind::kRoles, Live(1, "")).ok());
    ASSERT_TRUE(writer->SetReferences(Kind::kRoles, one, {}).ok());
    EXPECT_EQ(Shown(writer->Referring(Kind::kRoles, base::OrgNumber(7))), "000000002 ");
    EXPECT_EQ(Shown(writer->Referring(Kind::kRoles, two)), "");
    EXPECT_EQ(Shown(writer->Referring(Kind::kEntity, base::OrgNumber(7))), "");
    ASSERT_TRUE(writer->Commit().ok());
  }
  EXPECT_EQ(Shown(Read()->References(Kind::kRoles, one)), "");
}

TEST_P(CommitSuite, RefusesRowsWhoseReferencesWereForgotten) {
  const auto writer = Write();
  ASSERT_TRUE(writer->Put(Kind::kRoles, Live(1, "a")).ok());
  const auto committed = writer->Commit();
  ASSERT_FALSE(committed.ok());
  EXPECT_THAT(committed.error().message, testing::HasSubstr("without their references"));
  EXPECT_EQ(Read()->Describe(Kind::kRoles).rows, 0U);
}

TEST_P(CommitSuite, TouchingARowLeavesItsReferences) {
  const base::OrgNumber one(1);
  {
    const auto writer = Write();
    ASSERT_TRUE(writer->Put(Kind::kRoles, Live(1, "a")).ok());
    ASSERT_TRUE(writer->SetReferences(Kind::kRoles, one, {base::OrgNumber(7)}).ok());
    ASSERT_TRUE(writer->Commit().ok());
  }
  const auto writer = Write();
  ASSERT_TRUE(writer->Touch(Kind::kRoles, one).ok());
  ASSERT_TRUE(writer->Commit().ok());
  EXPECT_EQ(Shown(Read()->References(Kind::kRoles, one)), "000000007 ");
}

TEST_P(CommitSuite, TheReceiptDescribesTheCommit) {
  const Receipt first = Logged(Kind::kEntity, {Live(1, "a"), Live(2, "b")}, {.digest = 77});
  EXPECT_EQ(first.commit.value, 1);
  EXPECT_EQ(first.last_change, 2);
  EXPECT_EQ(first.changes, 2U);
  EXPECT_EQ(first.digest, 77U);
  const Receipt second = CommitOf(Write().get());
  EXPECT_EQ(second.commit.value, 2);
  EXPECT_EQ(second.last_change, 2);
  EXPECT_EQ(second.changes, 0U);
}

TEST_P(CommitSuite, AFingerprintDistinguishesCommitsOfTheSameNumber) {
  EXPECT_EQ(*Read()->Fingerprint(CommitId{0}), 0U);
  Logged(Kind::kEntity, {Live(1, "a")});
  Logged(Kind::kEntity, {Live(1, "b")});
  const std::uint64_t first = *Read()->Fingerprint(CommitId{1});
  const std::uint64_t second = *Read()->Fingerprint(CommitId{2});
  EXPECT_NE(first, 0U);
  EXPECT_NE(first, second);
  EXPECT_EQ(*Read()->Fingerprint(CommitId{3}), 0U);
  EXPECT_EQ(*Read()->Fingerprint(CommitId{-1}), 0U);
  Logged(Kind::kEntity, {Live(1, "c")});
  EXPECT_EQ(*Read()->Fingerprint(CommitId{1}), first) << "it stays as it was";
}

TEST_P(CommitSuite, ARollbackLeavesNoTrace) {
  Logged(Kind::kEntity, {Live(1, "a")});
  {
    const auto writer = Write();
    PutAndLog(writer.get(), Kind::kEntity, Live(2, "b"));
    ASSERT_TRUE(writer->EraseHistory(Kind::kEntity, Number(1)).ok());
  }
  EXPECT_THAT(Lines(Kind::kEntity), ElementsAre("1 1 2 +a"));
  EXPECT_EQ(Logged(Kind::kEntity, {Live(3, "c")}).last_change, 2) << "no id is lost";
  EXPECT_TRUE(IsSound());
}

TEST_P(CommitSuite, RefusesACommitThatLoggedOnlySomeChanges) {
  const auto writer = Write();
  PutAndLog(writer.get(), Kind::kEntity, Live(1, "a"));
  Put(writer.get(), Kind::kEntity, Live(2, "b"));
  const auto receipt = writer->Commit();
  ASSERT_FALSE(receipt.ok());
  EXPECT_EQ(receipt.error().code, base::Code::kInvalid);
  EXPECT_THAT(receipt.error().message, HasSubstr("2 rows changed"));
  EXPECT_FALSE(writer->Commit().ok()) << "not even the second time";
  EXPECT_EQ(Read()->last_change(), 0);
}

TEST_P(CommitSuite, RefusesALineForARowThatWasNotPut) {
  Logged(Kind::kEntity, {Live(1, "a")});
  for (const std::uint32_t number : {1U, 2U}) {
    const auto writer = Write();
    Put(writer.get(), Kind::kSubEntity, Live(number, "of the other table"));
    const auto id = writer->Log({.kind = Kind::kEntity, .number = Number(number)});
    ASSERT_FALSE(id.ok()) << number;
    EXPECT_EQ(id.error().code, base::Code::kInvalid);
    EXPECT_FALSE(writer->Commit().ok());
  }
}

TEST_P(CommitSuite, CountsEachChangeOfARow) {
  const auto writer = Write();
  PutAndLog(writer.get(), Kind::kEntity, Live(1, "a"));
  EXPECT_EQ(Put(writer.get(), Kind::kEntity, Live(1, "a")), PutOutcome::kUnchanged);
  PutAndLog(writer.get(), Kind::kEntity, Live(1, "b"));
  EXPECT_EQ(CommitOf(writer.get()).changes, 2U);
  EXPECT_THAT(Lines(Kind::kEntity), ElementsAre("1 1 2 +a", "2 1 2 +b"));
  EXPECT_TRUE(IsSound());
}

TEST_P(CommitSuite, AFinishedWriterRefusesEverything) {
  const auto writer = Write();
  PutAndLog(writer.get(), Kind::kEntity, Live(1, "a"));
  CommitOf(writer.get());
  EXPECT_FALSE(writer->Log({.number = Number(1)}).ok());
  EXPECT_FALSE(writer->EraseHistory(Kind::kEntity, Number(1)).ok());
  EXPECT_FALSE(writer->Find(Kind::kEntity, Number(1)).ok());
  EXPECT_FALSE(writer->FindBatch("b").ok());
  EXPECT_FALSE(writer->Reinstate(Kind::kEntity, Live(1, "b")).ok());
}

TEST_P(CommitSuite, KnowsABatchAgain) {
  const Receipt first = Logged(Kind::kEntity, {Live(1, "a")}, {.id = "monday", .digest = 5});
  Logged(Kind::kEntity, {Live(2, "b")}, {.id = "tuesday", .digest = 6});
  store_ = backend_->Open();
  const auto writer = Write();
  const auto found = writer->FindBatch("monday");
  ASSERT_TRUE(found.ok() && found->has_value());
  EXPECT_EQ((*found)->commit, first.commit);
  EXPECT_EQ((*found)->last_change, 1);
  EXPECT_EQ((*found)->changes, 1U);
  EXPECT_EQ((*found)->digest, 5U);
  for (const char* unknown : {"", "Monday", "monday ", "wednesday"}) {
    const auto none = writer->FindBatch(unknown);
    ASSERT_TRUE(none.ok());
    EXPECT_FALSE(none->has_value()) << unknown;
  }
}

TEST_P(CommitSuite, NamesTheBatchesThatBeginInAWay) {
  EXPECT_THAT(*Read()->BatchIds(""), IsEmpty());
  for (const char* id : {"b 2", "b 10", "b", "c 1", "B 3", "", "a 1"}) {
    Logged(Kind::kEntity, {}, {.id = id});
  }
  const auto before = Read();
  Logged(Kind::kEntity, {}, {.id = "b 3"});
  EXPECT_THAT(*before->BatchIds("b "), ElementsAre("b 10", "b 2"));
  EXPECT_THAT(*Read()->BatchIds("b "), ElementsAre("b 10", "b 2", "b 3"));
  EXPECT_THAT(*Read()->BatchIds("d"), IsEmpty());
  EXPECT_EQ(Read()->BatchIds("")->size(), 7U);
}

TEST_P(CommitSuite, RefusesABatchThatWasThereAlready) {
  Logged(Kind::kEntity, {Live(1, "a")}, {.id = "monday", .digest = 5});
  const auto writer = Write();
  PutAndLog(writer.get(), Kind::kEntity, Live(2, "b"));
  const auto again = writer->Commit({.id = "monday", .digest = 6});
  ASSERT_FALSE(again.ok());
  EXPECT_EQ(again.error().code, base::Code::kInvalid);
  EXPECT_THAT(again.error().message, HasSubstr("monday"));
  EXPECT_EQ(Read()->last_change(), 1);
  EXPECT_EQ(store_->Position()->value, 1);
}

TEST_P(CommitSuite, CommitsWithoutABatchAreMany) {
  Logged(Kind::kEntity, {Live(1, "a")});
  Logged(Kind::kEntity, {Live(2, "b")});
  EXPECT_TRUE(IsSound());
}

TEST_P(CommitSuite, AWriterFindsRowsAsItHasThem) {
  Commit({Live(1, "a")});
  const auto writer = Write();
  Put(writer.get(), Kind::kEntity, Deleted(1, "b"));
  const auto found = writer->Find(Kind::kEntity, Number(1));
  ASSERT_TRUE(found.ok() && found->has_value());
  EXPECT_EQ((*found)->body, "b");
  EXPECT_EQ((*found)->state, RowState::kDeleted);
  const auto none = writer->Find(Kind::kSubEntity, Number(1));
  ASSERT_TRUE(none.ok());
  EXPECT_FALSE(none->has_value());
}

TEST_P(CommitSuite, OnlyReinstatementReplacesARemovedRow) {
  Commit({Removed(1)});
  const auto writer = Write();
  EXPECT_EQ(Put(writer.get(), Kind::kEntity, Live(1, "a")), PutOutcome::kKeptRemoved);
  const auto reinstated = writer->Reinstate(Kind::kEntity, Live(1, "a"));
  ASSERT_TRUE(reinstated.ok());
  EXPECT_EQ(*reinstated, PutOutcome::kReplaced);
  ASSERT_TRUE(writer->Log({.number = Number(1), .type = ChangeType::kNew}).ok());
  EXPECT_EQ(*writer->Reinstate(Kind::kEntity, Live(1, "a")), PutOutcome::kUnchanged);
  EXPECT_EQ(CommitOf(writer.get()).changes, 1U);
  EXPECT_EQ(Find(Kind::kEntity, 1), "000000001 0 a");
  EXPECT_TRUE(IsSound());
}

TEST_P(CommitSuite, ReturnsTheChangesSinceACommit) {
  EXPECT_EQ(Since(CommitId{0}, {}), "") << "nothing yet";
  Logged(Kind::kEntity, {Live(5, "a"), Live(3, "b")});
  const Contents first = Now();
  Logged(Kind::kSubEntity, {Live(7, "c")});
  Logged(Kind::kEntity, {Live(5, "d"), Live(1, "e")});
  const Contents last = Now();
  EXPECT_EQ(Since(CommitId{0}, {}), "1 3 5");
  EXPECT_EQ(Since(CommitId{1}, first), "1 5");
  EXPECT_EQ(Since(CommitId{2}, first), "1 5") << "the other table does not matter";
  EXPECT_EQ(Since(CommitId{3}, last), "");
  EXPECT_EQ(Since(Read().get(), Kind::kSubEntity, CommitId{1}, {}), "7");
}

TEST_P(CommitSuite, ReturnsNoChangesSinceACommitOfAnotherStore) {
  Logged(Kind::kEntity, {Live(5, "a")});
  const Contents first = Now();
  Logged(Kind::kEntity, {Live(5, "b")});
  EXPECT_EQ(Since(CommitId{1}, {}), "unknown");
  EXPECT_EQ(Since(CommitId{1}, {.rows = first.rows, .fingerprint = first.fingerprint + 1}),
            "unknown");
  EXPECT_EQ(Since(CommitId{2}, first), "unknown");
  EXPECT_EQ(Since(CommitId{3}, Now()), "unknown") << "there is no such commit yet";
  EXPECT_EQ(Since(CommitId{-1}, {}), "unknown");
  EXPECT_EQ(Since(CommitId{0}, first), "unknown");
}

TEST_P(CommitSuite, ReturnsNoChangesFromBeforeABulkLoad) {
  Logged(Kind::kEntity, {Live(5, "a")});
  const Contents first = Now();
  Commit({Live(6, "b")});
  const Contents loaded = Now();
  EXPECT_EQ(Since(CommitId{0}, {}), "unknown");
  EXPECT_EQ(Since(CommitId{1}, first), "unknown");
  EXPECT_EQ(Since(CommitId{2}, loaded), "");
  Logged(Kind::kEntity, {Live(7, "c")});
  EXPECT_EQ(Since(CommitId{2}, loaded), "7");
  EXPECT_EQ(Since(CommitId{1}, first), "unknown");
  EXPECT_EQ(Since(Read().get(), Kind::kSubEntity, CommitId{0}, {}), "")
      << "the load was of the other table";
}

TEST_P(CommitSuite, ALoadThatChangesNothingIsNoLoad) {
  Logged(Kind::kEntity, {Live(5, "a")});
  const Contents first = Now();
  Commit({Live(5, "a")});
  EXPECT_EQ(Since(CommitId{1}, first), "");
}

TEST_P(CommitSuite, ADamagedCommitIsNoBasisForChanges) {
  Logged(Kind::kEntity, {Live(1, "a")});
  const Contents first = Now();
  Logged(Kind::kEntity, {Live(2, "b")});
  backend_->Tamper("UPDATE commits SET last_change = 0 WHERE id = 1");
  EXPECT_FALSE(Read()->ChangedSince(Kind::kEntity, CommitId{1}, first).ok());
}

TEST_P(CommitSuite, CheckFindsPatchesThatCameBack) {
  Logged(Kind::kEntity, {Live(1, "secret")});
  backend_->Tamper("CREATE TABLE kept AS SELECT * FROM change_log");
  const auto writer = Write();
  ASSERT_TRUE(writer->EraseHistory(Kind::kEntity, Number(1)).ok());
  CommitOf(writer.get());
  ASSERT_TRUE(IsSound());
  backend_->Tamper(
      "UPDATE change_log SET (patch_sum, checksum, forward, backward) ="
      " (SELECT patch_sum, checksum, forward, backward FROM kept)");
  EXPECT_THAT(Lines(Kind::kEntity), ElementsAre("1 1 2 +secret")) << "the line looks sound";
  EXPECT_FALSE(store_->Check().ok());
}

TEST_P(CommitSuite, ACopyIsTheSame) {
  Commit({Live(1, "a"), Removed(2)});
  Logged(Kind::kEntity, {Live(3, "c")}, {.id = "monday"});
  const auto unfinished = Write();
  PutAndLog(unfinished.get(), Kind::kEntity, Live(4, "d"));
  const base::Status copied = store_->CopyTo(backend_->CopyPath());
  ASSERT_TRUE(copied.ok()) << copied.error().message;
  const auto copy = backend_->OpenCopy();
  EXPECT_TRUE(copy->Check().ok());
  auto snapshot = copy->Read();
  ASSERT_TRUE(snapshot.ok());
  EXPECT_EQ((*snapshot)->position().value, 2);
  EXPECT_THAT(RowsOf(snapshot->get(), Kind::kEntity),
              ElementsAre("000000001 0 a", "000000002 2 ", "000000003 0 c"));
  EXPECT_EQ((*snapshot)->last_change(), 1);
  auto writer = copy->Write();
  ASSERT_TRUE(writer.ok()) << "a copy is a store of its own";
  EXPECT_TRUE((*writer)->FindBatch("monday")->has_value());
}

TEST_P(CommitSuite, ACopyReplacesNothing) {
  ASSERT_TRUE(store_->CopyTo(backend_->CopyPath()).ok());
  Commit({Live(1, "a")});
  const base::Status again = store_->CopyTo(backend_->CopyPath());
  ASSERT_FALSE(again.ok());
  EXPECT_THAT(again.error().message, HasSubstr("is there already"));
  EXPECT_EQ(backend_->OpenCopy()->Position()->value, 0);
  EXPECT_FALSE(store_->CopyTo("").ok());
  EXPECT_FALSE(store_->CopyTo(backend_->CopyPath() + "/no/such/folder").ok());
}

TEST_P(CommitSuite, WipingChangesNothingThatCanBeRead) {
  EXPECT_TRUE(store_->Wipe().ok()) << "nothing to do";
  Logged(Kind::kEntity, {Live(1, "a"), Live(2, "b")});
  const auto writer = Write();
  PutAndLog(writer.get(), Kind::kEntity, Removed(1), ChangeType::kRemoval);
  CommitOf(writer.get());
  const base::Status wiped = store_->Wipe();
  ASSERT_TRUE(wiped.ok()) << wiped.error().message;
  EXPECT_TRUE(store_->Wipe().ok()) << "a second time";
  EXPECT_THAT(Entities(), ElementsAre("000000001 2 ", "000000002 0 b"));
  EXPECT_EQ(store_->Position()->value, 2);
  EXPECT_EQ(Logged(Kind::kEntity, {Live(3, "c")}).commit.value, 3);
  EXPECT_TRUE(IsSound());
}

// Another process removes and wipes while this one changes and reads.
TEST_P(CommitSuite, WipingDisturbsNoOtherProcess) {
  constexpr std::uint32_t kRounds = 30;
  std::atomic<bool> is_done = false;
  std::thread wiping([&] {
    const auto store = backend_->Open();
    for (std::uint32_t number = 1; !is_done; ++number) {
      auto writer = store->Write();
      if (!writer) continue;  // The other one is active.
      PutAndLog(writer->get(), Kind::kSubEntity, Live(number, std::string(3000, 'w')));
      PutAndLog(writer->get(), Kind::kSubEntity, Removed(number));
      CommitOf(writer->get());
      writer->reset();
      static_cast<void>(store->Wipe());  // It may be too busy just now.
    }
  });
  for (std::uint32_t round = 1; round <= kRounds;) {
    auto writer = store_->Write();
    if (!writer) continue;
    const std::string body(round * 40, 'b');
    for (std::uint32_t i = 0; i < 40; ++i) {
      PutAndLog(writer->get(), Kind::kEntity, Live(1000 * i + round, body));
    }
    CommitOf(writer->get());
    EXPECT_EQ(Entities().size(), 40 * round);
    ++round;
  }
  is_done = true;
  wiping.join();
  EXPECT_TRUE(IsSound());
}

}  // namespace orgreg::store
