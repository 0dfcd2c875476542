// SPDX-License-Identifier: EUPL-1.2

// The promises of every implementation of the store as the source of a replica, and as one, as
// tests. Each step goes through its form as bytes. A backend includes this file once and
// instantiates the suite with its own factory.

#pragma once

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <memory>
#include <random>
#include <stop_token>
#include <string>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

#include "store/checksum.h"
#include "store/replica.h"
#include "store/steps/step_reader.h"
#include "store/steps/step_writer.h"
#include "store/store.h"
#include "unit/store/store_fixture.h"

namespace orgreg::store {

// The bytes of the step from a commit to the state of the snapshot.
inline std::string StepBytes(Snapshot* snapshot, CommitId since, std::size_t piece = 3) {
  std::string bytes;
  StepWriter writer(&bytes);
  writer.Begin(since, snapshot->position());
  const auto step = snapshot->StepSince(since);
  while (true) {
    const auto goes_on = step->Next(piece, writer.visitor());
    EXPECT_TRUE(goes_on.ok()) << goes_on.error().message;
    if (!goes_on || !*goes_on) break;
  }
  writer.End(snapshot->summary());
  return bytes;
}

// Gives a step to a replica, from nothing if the step begins there.
class Adopter final : public StepSink {
 public:
  explicit Adopter(Replica* replica) : replica_(replica) {}

  base::Status Meet(const SourceFacts& /*facts*/) override { return {}; }
  base::Status Begin(CommitId since, CommitId /*until*/) override {
    if (since == replica_->before().position) return {};
    if (since == CommitId{}) return replica_->Clear();
    return base::Error{base::Code::kInvalid, "begins elsewhere"};
  }
  base::Status Take(const ReplicaRow& row) override { return replica_->Adopt(row); }
  base::Status Take(const LineView& line) override { return replica_->Adopt(line); }
  base::Status Take(const CommitRecord& commit) override { return replica_->Adopt(commit); }
  base::Status Take(const Note& note) override { return replica_->Adopt(note); }
  base::Status End(const Summary& goal) override { return replica_->Finish(goal); }
  base::Status NothingNew(CommitId /*position*/) override { return {}; }

 private:
  Replica* replica_;
};

class ReplicaSuite : public StoreFixture {
 protected:
  ReplicaSuite() : copy_backend_(GetParam().make()), copy_(copy_backend_->Open()) {}

  base::Status Give(std::string_view bytes, std::size_t piece = 1000) {
    auto replica = copy_->Adopt();
    EXPECT_TRUE(replica.ok()) << replica.error().message;
    Adopter adopter(replica->get());
    StepReader reader(&adopter);
    for (; !bytes.empty(); bytes.remove_prefix(std::min(piece, bytes.size()))) {
      base::Status read = reader.Read(bytes.substr(0, piece));
      if (!read) return read;
    }
    EXPECT_TRUE(reader.is_between_steps());
    return {};
  }

  base::Status Follow() {
    const auto source = Read();
    return Give(StepBytes(source.get(), *copy_->Position()));
  }

  // The copy is the source in all that a reader can ask.
  void ExpectEqual() {
    const auto source = Read();
    const auto copy = std::move(copy_->Read()).value();
    EXPECT_EQ(source->position(), copy->position());
    EXPECT_EQ(source->withdrawn(), copy->withdrawn());
    EXPECT_EQ(source->last_change(), copy->last_change());
    for (std::int64_t id = 0; id <= source->position().value; ++id) {
      EXPECT_EQ(*source->Fingerprint(CommitId{id}), *copy->Fingerprint(CommitId{id})) << id;
    }
    EXPECT_EQ(*source->BatchIds(""), *copy->BatchIds(""));
    for (const Kind kind : model::kKinds) {
      EXPECT_EQ(RowsOf(source.get(), kind), RowsOf(copy.get(), kind));
      EXPECT_EQ(source->Describe(kind), copy->Describe(kind));
      EXPECT_EQ(LinesIn(source.get(), kind), LinesIn(copy.get(), kind));
      EXPECT_EQ(*source->LastLoad(kind), *copy->LastLoad(kind));
    }
    EXPECT_EQ(*source->References(Kind::kRoles, Number(7)),
              *copy->References(Kind::kRoles, Number(7)));
    const base::Status sound = copy_->Check();
    EXPECT_TRUE(sound.ok()) << sound.error().message;
  }

  static std::vector<std::string> LinesIn(Snapshot* snapshot, Kind kind) {
    const auto page = snapshot->ReadChanges(
        {.kind = kind, .count = 10'000, .with_patches = true, .with_backward = true});
    EXPECT_TRUE(page.ok()) << page.error().message;
    std::vector<std::string> lines;
    for (const Change& change : page->changes)
      lines.push_back(ShowChange(change) + " " + change.backward + " " +
                      std::to_string(change.time_ms));
    return lines;
  }

  std::unique_ptr<TestBackend> copy_backend_;
  std::unique_ptr<Store> copy_;
};

TEST_P(ReplicaSuite, FollowsAnEmptyStore) {
  ASSERT_TRUE(Follow().ok());
  ExpectEqual();
}

TEST_P(ReplicaSuite, HasRowsOfABulkLoadAndOfALog) {
  Commit({Live(0, "zero"), Live(1, "a"), Deleted(2, "b"), Removed(3), Live(999'999'999, "last")});
  ASSERT_TRUE(Follow().ok());
  ExpectEqual();
  Logged(Kind::kEntity, {Live(1, "changed"), Live(4, "new")}, {.id = "batch", .digest = 5});
  Logged(Kind::kSubEntity, {Live(1, std::string(3 << 20, 'x'))});
  Logged(Kind::kEntity, {Live(4, "newer")});
  Commit({Live(2, "loaded again")});
  ASSERT_TRUE(Follow().ok());
  ExpectEqual();
}

// What a store packs travels as it is.
TEST_P(ReplicaSuite, HasRowsThatArePacked) {
  std::string body =
      R"({"organisasjonsnummer":"310000012","navn":"ET NAVN SOM STÅR I ET REGISTER AS"})";
  const std::string other = R"({"organisasjonsnummer":"310000020","navn":"ET ANNET NAVN"})";
  Commit({Live(310'000'012, body), Live(310'000'020, other)});
  ASSERT_TRUE(Follow().ok());
  ExpectEqual();
  body += std::string(1000, ' ');
  Commit({Live(310'000'012, body)});
  ASSERT_TRUE(Follow().ok());
  ExpectEqual();
  EXPECT_LT(StepBytes(Read().get(), CommitId{1}).size(), body.size());
}

TEST_P(ReplicaSuite, HasReferencesAndKeepsBytes) {
  const auto writer = Write();
  const std::string odd("a\0b\xff\n\"'", 7);
  PutAndLog(writer.get(), Kind::kRoles, Live(7, odd));
  ASSERT_TRUE(writer->SetReferences(Kind::kRoles, Number(7), {Number(1), Number(9)}).ok());
  CommitOf(writer.get());
  ASSERT_TRUE(Follow().ok());
  ExpectEqual();
  const auto copy = std::move(copy_->Read()).value();
  EXPECT_THAT(*copy->References(Kind::kRoles, Number(7)), ElementsAre(Number(1), Number(9)));
}

TEST_P(ReplicaSuite, ErasesWhatTheSourceErased) {
  Logged(Kind::kEntity, {Live(1, "secret")});
  Logged(Kind::kEntity, {Live(2, "open")});
  ASSERT_TRUE(Follow().ok());
  Logged(Kind::kEntity, {Live(1, "more of it")});
  const auto writer = Write();
  Put(writer.get(), Kind::kEntity, Removed(1));
  ASSERT_TRUE(writer->EraseHistory(Kind::kEntity, Number(1)).ok());
  ASSERT_TRUE(
      writer->Log({.kind = Kind::kEntity, .number = Number(1), .type = ChangeType::kRemoval}).ok());
  CommitOf(writer.get());
  ASSERT_TRUE(Follow().ok());
  ExpectEqual();
  EXPECT_TRUE(copy_->Wipe().ok());
  ExpectEqual();
}

TEST_P(ReplicaSuite, KeepsSkippedIdsAndTouchedRows) {
  Logged(Kind::kEntity, {Live(1, "a")});
  ASSERT_TRUE(Follow().ok());
  const auto writer = Write();
  ASSERT_TRUE(writer->SkipTo(100).ok());
  ASSERT_TRUE(writer->Touch(Kind::kEntity, Number(1)).ok());
  ASSERT_TRUE(
      writer->Log({.kind = Kind::kEntity, .number = Number(1), .type = ChangeType::kNew}).ok());
  CommitOf(writer.get());
  ASSERT_TRUE(Follow().ok());
  ExpectEqual();
  const auto skipping = Write();
  ASSERT_TRUE(skipping->SkipTo(200).ok());
  CommitOf(skipping.get());
  ASSERT_TRUE(Follow().ok());
  ExpectEqual();
}

TEST_P(ReplicaSuite, FollowsAnyHistoryInAnySteps) {
  std::mt19937 random(7);
  const auto below = [&](unsigned count) { return static_cast<std::uint32_t>(random() % count); };
  for (int round = 0; round < 60; ++round) {
    const auto writer = Write();
    const Kind kind = below(3) == 0 ? Kind::kSubEntity : Kind::kEntity;
    const bool is_load = below(4) == 0;
    for (std::uint32_t number = below(3); number < 30; number += 1 + below(9)) {
      const std::string body = "body " + std::to_string(round);
      const auto row = below(8) == 0 ? Deleted(number, body) : Live(number, body);
      const auto there = *writer->Find(kind, Number(number));
      if (there && there->state == RowState::kRemoved) continue;
      if (is_load) {
        Put(writer.get(), kind, row);
      } else if (below(10) == 0) {
        Put(writer.get(), kind, Removed(number));
        ASSERT_TRUE(writer->EraseHistory(kind, Number(number)).ok());
        ASSERT_TRUE(
            writer->Log({.kind = kind, .number = Number(number), .type = ChangeType::kRemoval})
                .ok());
      } else {
        PutAndLog(writer.get(), kind, row);
      }
    }
    backend_->now_ms += below(1000);
    CommitOf(writer.get(), {.id = below(2) == 0 ? "batch " + std::to_string(round) : ""});
    if (below(3) != 0) continue;
    ASSERT_TRUE(Follow().ok());
    ExpectEqual();
  }
}

TEST_P(ReplicaSuite, AStepThatDoesNotEndChangesNothing) {
  Logged(Kind::kEntity, {Live(1, "a")});
  ASSERT_TRUE(Follow().ok());
  ExpectEqual();
  Logged(Kind::kEntity, {Live(1, "b"), Live(2, "c")});
  const std::string bytes = StepBytes(Read().get(), CommitId{1});
  for (std::size_t size = 0; size < bytes.size(); ++size) {
    auto replica = copy_->Adopt();
    ASSERT_TRUE(replica.ok());
    Adopter adopter(replica->get());
    StepReader reader(&adopter);
    EXPECT_TRUE(reader.Read(std::string_view(bytes).substr(0, size)).ok()) << size;
    EXPECT_EQ(reader.is_between_steps(), size == 0) << size;
  }
  EXPECT_EQ(copy_->Position()->value, 1);
  EXPECT_TRUE(copy_->Check().ok());
  ASSERT_TRUE(Give(bytes, 1).ok());
  ExpectEqual();
}

TEST_P(ReplicaSuite, AStepWithAnyOtherByteIsRefused) {
  Logged(Kind::kEntity, {Live(1, "a")});
  ASSERT_TRUE(Follow().ok());
  Logged(Kind::kEntity, {Live(1, "b"), Live(2, "c")});
  const std::string bytes = StepBytes(Read().get(), CommitId{1});
  for (std::size_t at = 0; at < bytes.size(); ++at) {
    std::string wrong = bytes;
    wrong[at] = static_cast<char>(wrong[at] ^ (1 << (at % 8)));
    auto replica = copy_->Adopt();
    ASSERT_TRUE(replica.ok());
    Adopter adopter(replica->get());
    StepReader reader(&adopter);
    const bool is_read = reader.Read(wrong).ok();
    EXPECT_FALSE(is_read && reader.is_between_steps()) << at;
  }
  EXPECT_EQ(copy_->Position()->value, 1);
  EXPECT_TRUE(copy_->Check().ok());
}

TEST_P(ReplicaSuite, AStepOfAnotherHistoryIsRefusedUntilAllIsForgotten) {
  Logged(Kind::kEntity, {Live(1, "a")});
  ASSERT_TRUE(Follow().ok());
  const auto other_backend = GetParam().make();
  const auto other = other_backend->Open();
  for (const std::string body : {"b", "c"}) {
    const auto writer = std::move(other->Write()).value();
    PutAndLog(writer.get(), Kind::kEntity, Live(2, body));
    CommitOf(writer.get());
  }
  const auto snapshot = std::move(other->Read()).value();
  const base::Status refused = Give(StepBytes(snapshot.get(), CommitId{1}));
  ASSERT_FALSE(refused.ok());
  EXPECT_EQ(refused.error().code, base::Code::kCorrupt);
  EXPECT_THAT(refused.error().message, HasSubstr("is not what its source has at commit 2"));
  EXPECT_EQ(copy_->Position()->value, 1);
  ASSERT_TRUE(Give(StepBytes(snapshot.get(), CommitId{})).ok());
  EXPECT_THAT(RowsOf(std::move(copy_->Read()).value().get(), Kind::kEntity),
              ElementsAre("000000002 0 c"));
  EXPECT_TRUE(copy_->Check().ok());
  EXPECT_TRUE(copy_->Wipe().ok());
}

TEST_P(ReplicaSuite, AStepWithoutARecordOfItsBeginningIsNotFound) {
  Logged(Kind::kEntity, {Live(1, "a")});
  const auto snapshot = Read();
  const auto step = snapshot->StepSince(CommitId{2});
  std::string bytes;
  StepWriter writer(&bytes);
  const auto next = step->Next(1, writer.visitor());
  ASSERT_FALSE(next.ok());
  EXPECT_EQ(next.error().code, base::Code::kNotFound);
}

TEST_P(ReplicaSuite, AwaitsACommitOfAnybody) {
  using std::chrono::milliseconds;
  const std::stop_token never;
  EXPECT_EQ(store_->AwaitCommit(CommitId{}, milliseconds(1), never)->value, 0);
  std::jthread other([this] { Logged(Kind::kEntity, {Live(1, "a")}); });
  EXPECT_EQ(backend_->Open()->AwaitCommit(CommitId{}, std::chrono::seconds(20), never)->value, 1);
  other.join();
  std::stop_source stop;
  stop.request_stop();
  EXPECT_EQ(store_->AwaitCommit(CommitId{1}, std::chrono::hours(1), stop.get_token())->value, 1);
}

}  // namespace orgreg::store
