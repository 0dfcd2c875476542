// SPDX-License-Identifier: EUPL-1.2

#include "records/replica_feed.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

#include "store/steps/step_reader.h"
#include "unit/records/in_store.h"

namespace orgreg::records {
namespace {

// What a replica hears, in words.
class Heard final : public store::StepSink {
 public:
  base::Status Meet(const store::SourceFacts& facts) override {
    return Note(facts.knows_commit ? "knows" : "does not know");
  }
  base::Status Begin(store::CommitId since, store::CommitId until) override {
    return Note(std::to_string(since.value) + " to " + std::to_string(until.value));
  }
  base::Status Take(const store::ReplicaRow& row) override {
    return Note(row.row.number.ToString());
  }
  base::Status Take(const store::LineView& /*line*/) override { return {}; }
  base::Status Take(const store::CommitRecord& /*commit*/) override { return {}; }
  base::Status Take(const store::Note& note) override { return Note(note.key + "=" + note.text); }
  base::Status End(const store::Summary& goal) override {
    return Note("end " + std::to_string(goal.position.value));
  }
  base::Status NothingNew(store::CommitId position) override {
    return Note("at " + std::to_string(position.value));
  }

  // What came since the last call.
  std::vector<std::string> Take() { return std::exchange(notes_, {}); }

 private:
  base::Status Note(std::string text) {
    notes_.push_back(std::move(text));
    return {};
  }
  std::vector<std::string> notes_;
};

using Words = std::vector<std::string>;

class ReplicaFeedTest : public StoredRegister {
 protected:
  void Commit(std::uint32_t number) {
    auto writer = std::move(store_->Write()).value();
    ASSERT_TRUE(
        writer->Put(model::Kind::kEntity, {.number = base::OrgNumber(number), .body = "{}"}));
    ASSERT_TRUE(writer->Commit());
  }
  // Reads a part, and returns whether others follow.
  bool Next(ReplicaFeed* feed) {
    std::string bytes;
    const auto goes_on = feed->Next(&bytes);
    EXPECT_TRUE(goes_on) << goes_on.error().message;
    EXPECT_TRUE(reader_.Read(bytes));
    return *goes_on;
  }

  Heard heard_;
  store::StepReader reader_{&heard_};
};

TEST_F(ReplicaFeedTest, GivesOneStepAfterTheOther) {
  Commit(1);
  Commit(2);
  const auto feed = ReplicaSource(store_.get()).Begin({}, {});
  EXPECT_TRUE(Next(feed.get()));
  EXPECT_EQ(heard_.Take(), Words{"knows"});
  EXPECT_TRUE(Next(feed.get()));
  EXPECT_EQ(heard_.Take(), (Words{"0 to 2", "000000001", "000000002", "end 2"}));
  EXPECT_TRUE(Next(feed.get()));
  EXPECT_EQ(heard_.Take(), Words{"at 2"});
  Commit(3);
  EXPECT_TRUE(Next(feed.get()));
  EXPECT_EQ(heard_.Take(), (Words{"2 to 3", "000000003", "end 3"}));
}

TEST_F(ReplicaFeedTest, EndsForAnotherHistory) {
  Commit(1);
  const auto fingerprint = *(*store_->Read())->Fingerprint(store::CommitId{1});
  const ReplicaSource source(store_.get());
  for (const ReplicaState& other : {ReplicaState{.commit = 1, .fingerprint = fingerprint + 1},
                                    ReplicaState{.commit = 2, .fingerprint = fingerprint},
                                    ReplicaState{.commit = 2, .fingerprint = 0}}) {
    EXPECT_FALSE(Next(source.Begin(other, {}).get()));
    EXPECT_EQ(heard_.Take(), Words{"does not know"});
  }
  const auto feed = source.Begin({.commit = 1, .fingerprint = fingerprint}, {});
  EXPECT_TRUE(Next(feed.get()));
  EXPECT_EQ(heard_.Take(), Words{"knows"});
}

TEST_F(ReplicaFeedTest, GivesNotesOnceWithTheNextStep) {
  ASSERT_TRUE(store_->PutNote("a", "1").ok());
  Commit(1);
  const auto feed = ReplicaSource(store_.get()).Begin({}, {});
  EXPECT_TRUE(Next(feed.get()));
  EXPECT_TRUE(Next(feed.get()));
  EXPECT_EQ(heard_.Take(), (Words{"knows", "0 to 1", "a=1", "000000001", "end 1"}));
  ASSERT_TRUE(store_->PutNote("b", "2").ok());
  Commit(2);
  EXPECT_TRUE(Next(feed.get()));
  EXPECT_EQ(heard_.Take(), (Words{"1 to 2", "b=2", "000000002", "end 2"}));
  ASSERT_TRUE(store_->PutNote("a", "3").ok());
  Commit(3);
  EXPECT_TRUE(Next(feed.get()));
  EXPECT_EQ(heard_.Take(), (Words{"2 to 3", "a=3", "000000003", "end 3"}));
}

// A database may be set back under its readers.
TEST_F(ReplicaFeedTest, EndsWhenTheStoreHasAnotherHistory) {
  Commit(1);
  const auto feed = ReplicaSource(store_.get()).Begin({}, {});
  EXPECT_TRUE(Next(feed.get()));
  EXPECT_TRUE(Next(feed.get()));
  ASSERT_TRUE(std::move(store_->Adopt()).value()->Clear());
  {
    auto replica = std::move(store_->Adopt()).value();
    ASSERT_TRUE(replica->Clear());
    ASSERT_TRUE(replica->Finish({}));
  }
  for (const std::uint32_t number : {2U, 3U}) {
    std::string bytes;
    const auto over = feed->Next(&bytes);
    ASSERT_FALSE(over);
    EXPECT_EQ(over.error().code, base::Code::kUnavailable);
    Commit(number);
  }
}

TEST_F(ReplicaFeedTest, EndsAtAStop) {
  std::stop_source stop;
  const auto feed = ReplicaSource(store_.get()).Begin({}, stop.get_token());
  EXPECT_TRUE(Next(feed.get()));
  stop.request_stop();
  EXPECT_FALSE(Next(feed.get()));
}

}  // namespace
}  // namespace orgreg::records
