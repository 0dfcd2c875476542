// SPDX-License-Identifier: EUPL-1.2

#include "store/cluster.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <thread>

#include "store/postgresql/store.h"
#include "unit/store/postgresql/backend.h"
#include "unit/store/store_fixture.h"

namespace orgreg::store {
namespace {

using base::Code;
using base::Status;
using std::chrono::milliseconds;
using testing::HasSubstr;

constexpr std::chrono::minutes kLong(5);

class ClusterTest : public testing::Test {
 protected:
  // Each store is a process to the others.
  std::unique_ptr<Store> Open() { return backend_.Open(); }
  std::unique_ptr<Store> OpenWith(StoreOptions options) {
    return backend_.OpenWith(std::move(options));
  }
  // Of connections that are opened from now on.
  void SetForAll(const std::string& setting) {
    Tamper("ALTER DATABASE " + backend_.database() + " SET " + setting);
  }
  void Tamper(const std::string& sql) { backend_.Tamper(sql); }
  std::string uri() const { return backend_.uri(); }

 private:
  PgBackend backend_{&PgServer::Shared()};
};

template <typename T>
Status StatusOf(const base::Result<T>& result) {
  return result ? Status() : Status(base::Error(result.error()));
}

std::int64_t EpochOf(const base::Result<std::optional<Lease>>& lease) {
  EXPECT_TRUE(lease.ok()) << lease.error().message;
  return lease && *lease ? (*lease)->epoch : 0;
}

bool NoteAt(Store* store, const NodeFacts& facts) {
  const auto noted = store->cluster()->NoteNode(facts);
  EXPECT_TRUE(noted.ok()) << noted.error().message;
  return noted.ok() && *noted;
}

void CommitRow(Store* store, std::uint32_t number, bool withdraws) {
  const auto writer = std::move(store->Write()).value();
  EXPECT_TRUE(writer->Put(Kind::kEntity, {.number = Number(number), .body = "x"}).ok());
  if (withdraws) writer->Withdraw();
  EXPECT_TRUE(writer->Commit().ok());
}

TEST_F(ClusterTest, GivesAJobToOneProcess) {
  const auto one = Open();
  const auto two = Open();
  const auto before = std::chrono::steady_clock::now();
  const auto first = one->cluster()->Take("files", kLong);
  EXPECT_EQ(EpochOf(first), 1);
  EXPECT_GE((*first)->until, before + kLong);
  EXPECT_EQ(EpochOf(two->cluster()->Take("files", kLong)), 0) << "it is taken";
  EXPECT_EQ(EpochOf(one->cluster()->Take("files", kLong)), 1) << "who has it keeps it";
  EXPECT_EQ(EpochOf(two->cluster()->Take("sweep", kLong)), 1) << "another job is free";
  EXPECT_EQ(EpochOf(TakeJob(two.get(), "files", kLong)), 0);
}

TEST_F(ClusterTest, GivesAJobAwayAtItsEnd) {
  const auto one = Open();
  const auto two = Open();
  EXPECT_EQ(EpochOf(one->cluster()->Take("files", milliseconds(1))), 1);
  std::this_thread::sleep_for(milliseconds(20));
  EXPECT_EQ(EpochOf(two->cluster()->Take("files", kLong)), 2) << "the time is over";
  EXPECT_EQ(EpochOf(one->cluster()->Take("files", kLong)), 0) << "and the first one has lost it";
  EXPECT_TRUE(one->cluster()->GiveBack("files").ok()) << "which was not its own";
  EXPECT_EQ(EpochOf(one->cluster()->Take("files", kLong)), 0);
  EXPECT_TRUE(two->cluster()->GiveBack("files").ok());
  EXPECT_EQ(EpochOf(one->cluster()->Take("files", kLong)), 3) << "each holder has its epoch";
}

TEST_F(ClusterTest, GivesAJobToOneOfManyAtOnce) {
  std::vector<std::unique_ptr<Store>> stores;
  for (int count = 0; count < 8; ++count) stores.push_back(Open());
  std::atomic<int> winners = 0;
  {
    std::vector<std::jthread> threads;
    for (const auto& store : stores) {
      threads.emplace_back([&store, &winners] {
        if (EpochOf(store->cluster()->Take("files", kLong)) != 0) ++winners;
      });
    }
  }
  EXPECT_EQ(winners, 1);
}

TEST(TakeJob, IsAnsweredAtOnceByAFile) {
  SqliteBackend backend;
  const auto store = backend.Open();
  EXPECT_EQ(store->cluster(), nullptr);
  EXPECT_EQ(EpochOf(TakeJob(store.get(), "files", kLong)), 1);
  EXPECT_EQ(EpochOf(TakeJob(backend.Open().get(), "files", kLong)), 1);
}

TEST_F(ClusterTest, KnowsItsNodes) {
  const auto one = Open();
  const auto two = Open();
  CommitRow(one.get(), 1, false);
  EXPECT_TRUE(
      NoteAt(one.get(), {.name = "b", .build = "1 ab", .position = CommitId{1}, .lag_ms = 7}));
  EXPECT_TRUE(NoteAt(two.get(), {.name = "a", .build = "2 cd"}));
  auto nodes = std::move(one->cluster()->Nodes()).value();
  ASSERT_EQ(nodes.size(), 2U);
  EXPECT_EQ(nodes[0].facts.name, "a");
  EXPECT_EQ(nodes[0].facts.lag_ms, std::nullopt);
  EXPECT_TRUE(nodes[0].behind_ms) << "it lacks commit 1";
  EXPECT_EQ(nodes[1].facts.build, "1 ab");
  EXPECT_EQ(nodes[1].facts.lag_ms, 7);
  EXPECT_FALSE(nodes[1].behind_ms);
  EXPECT_FALSE(nodes[1].is_shared);
  EXPECT_LT(nodes[1].seen_ms, 60'000);
  EXPECT_TRUE(two->cluster()->ForgetNode("b").ok());
  EXPECT_EQ(two->cluster()->ForgetNode("b").error().code, Code::kNotFound);
  EXPECT_EQ(one->cluster()->Nodes()->size(), 1U);
}

TEST_F(ClusterTest, FindsTwoNodesOfOneName) {
  const auto old = Open();
  EXPECT_TRUE(NoteAt(old.get(), {.name = "a"}));
  const auto one = Open();
  EXPECT_TRUE(NoteAt(one.get(), {.name = "a"})) << "the old one may have been killed";
  EXPECT_TRUE(NoteAt(one.get(), {.name = "a"}));
  EXPECT_FALSE(one->cluster()->Nodes()->front().is_shared);
  EXPECT_FALSE(NoteAt(old.get(), {.name = "a"})) << "but it lives";
  EXPECT_FALSE(NoteAt(one.get(), {.name = "a"}));
  EXPECT_TRUE(one->cluster()->Nodes()->front().is_shared);
}

TEST_F(ClusterTest, SaysWhatIsNotWiped) {
  const auto store = Open();
  CommitRow(store.get(), 1, false);
  CommitRow(store.get(), 2, true);
  CommitRow(store.get(), 3, false);
  NoteAt(store.get(), {.name = "a", .position = CommitId{3}, .wiped = CommitId{2}});
  NoteAt(store.get(), {.name = "b", .position = CommitId{3}, .wiped = CommitId{1}});
  const auto nodes = std::move(store->cluster()->Nodes()).value();
  EXPECT_FALSE(nodes[0].unwiped_ms);
  EXPECT_TRUE(nodes[1].unwiped_ms);
  EXPECT_TRUE(store->cluster()->Server()->unwiped_ms);
  EXPECT_TRUE(store->Wipe().ok());
  EXPECT_FALSE(store->cluster()->Server()->unwiped_ms);
}

TEST_F(ClusterTest, DescribesTheServer) {
  const auto store = Open();
  const auto facts = std::move(store->cluster()->Server()).value();
  EXPECT_EQ(facts.timeline, 1);
  EXPECT_TRUE(facts.is_safe);
  EXPECT_EQ(facts.synchronous_standbys, "");
  EXPECT_EQ(facts.needed_standbys, 0);
  EXPECT_FALSE(facts.has_patroni);
  EXPECT_EQ(facts.kept_bytes, 0);
  EXPECT_EQ(facts.kept_for_slots, -1);
  EXPECT_EQ(facts.position.value, 0);
  EXPECT_THAT(facts.standbys, testing::IsEmpty());
  EXPECT_NE(facts.version, "");
}

std::string TextAt(Store* store, std::int64_t known = 0) {
  const auto found = store->cluster()->ReadText("users", known);
  EXPECT_TRUE(found.ok()) << found.error().message;
  return found.ok() && *found ? std::to_string((*found)->version) + (*found)->text : "none";
}

base::Status Append(Store* store, const std::string& text) {
  return store->cluster()->ChangeText(
      "users", [&](const std::optional<SharedText>& before) -> base::Result<std::string> {
        return (before ? before->text : "") + text;
      });
}

TEST_F(ClusterTest, SharesATextWithVersions) {
  const auto one = Open();
  const auto two = Open();
  EXPECT_EQ(TextAt(one.get()), "none");
  EXPECT_TRUE(Append(one.get(), std::string("a\0", 2)).ok());
  EXPECT_EQ(TextAt(two.get()), std::string("1a\0", 3));
  EXPECT_TRUE(Append(two.get(), "b").ok());
  EXPECT_EQ(TextAt(one.get(), 1), std::string("2a\0b", 4));
  EXPECT_EQ(TextAt(one.get(), 2), "none") << "nothing is new";
  EXPECT_FALSE(one->cluster()->ReadText("other", 0)->has_value());
}

TEST_F(ClusterTest, LeavesATextAloneIfItsChangeFails) {
  const auto store = Open();
  EXPECT_TRUE(Append(store.get(), "a").ok());
  const auto refused = store->cluster()->ChangeText(
      "users", [](const std::optional<SharedText>&) -> base::Result<std::string> {
        return base::Error{Code::kNotFound, "no such user"};
      });
  EXPECT_EQ(refused.error().code, Code::kNotFound);
  EXPECT_EQ(TextAt(store.get()), "1a");
  EXPECT_TRUE(Append(store.get(), "b").ok()) << "and nothing is locked";
}

TEST_F(ClusterTest, LosesNoChangeOfMany) {
  constexpr int kThreads = 4;
  constexpr int kEach = 5;
  std::vector<std::unique_ptr<Store>> stores;
  for (int i = 0; i < kThreads; ++i) stores.push_back(Open());
  {
    std::vector<std::jthread> threads;
    for (const auto& store : stores) {
      threads.emplace_back([&store] {
        for (int i = 0; i < kEach; ++i) EXPECT_TRUE(Append(store.get(), "x").ok());
      });
    }
  }
  EXPECT_EQ(TextAt(stores[0].get()), "20" + std::string(kThreads * kEach, 'x'));
}

TEST_F(ClusterTest, KeepsWhatEachLogEndedWith) {
  const auto store = Open();
  const AuditAnchor late = {.sequence = 9, .hash = "b"};
  const AuditAnchor early = {.sequence = 2, .hash = "a"};
  for (const AuditAnchor& anchor : {late, early, late})
    EXPECT_TRUE(store->cluster()->NoteAnchor("one", anchor).ok());
  EXPECT_TRUE(store->cluster()->NoteAnchor("two", early).ok());
  const auto anchors = std::move(store->cluster()->Anchors("one")).value();
  ASSERT_EQ(anchors.size(), 2U) << "the same line is noted once";
  EXPECT_EQ(anchors[0].hash, "a");
  EXPECT_EQ(anchors[1].sequence, 9);
  EXPECT_GT(anchors[1].noted_ms, 1'700'000'000'000);
  EXPECT_THAT(*store->cluster()->Anchors("three"), testing::IsEmpty());
}

// What fails while the database is set back, and what does not.
void ExpectSetBack(Store* store, const std::string& reason) {
  for (const Status& refused : {StatusOf(store->Read()), StatusOf(store->Write()),
                                StatusOf(store->Adopt()), store->PutNote("a", "b"), store->Check(),
                                StatusOf(store->cluster()->ReadText("users", 0))}) {
    ASSERT_FALSE(refused.ok());
    EXPECT_EQ(refused.error().code, Code::kUnavailable);
    EXPECT_THAT(refused.error().message, HasSubstr(reason));
    EXPECT_THAT(refused.error().message, HasSubstr("orgreg cluster reconcile"));
  }
  EXPECT_TRUE(store->Position().ok());
  EXPECT_TRUE(store->cluster()->Nodes().ok());
}

TEST_F(ClusterTest, IsSetBackForAllWhenANodeHasMore) {
  const auto one = Open();
  const auto two = Open();
  CommitRow(one.get(), 1, false);
  for (int again = 0; again < 2; ++again) {
    EXPECT_TRUE(one->cluster()
                    ->NoteSetBack({.node = "b", .position = CommitId{9}, .reason = "b has 9"})
                    .ok());
  }
  EXPECT_TRUE(one->cluster()->NoteSetBack({.node = "a", .reason = "a has 8"}).ok());
  for (Store* const store : {one.get(), two.get()}) ExpectSetBack(store, "a has 8");
  ExpectSetBack(Open().get(), "a has 8");
  const auto notes = std::move(two->cluster()->SetBackNotes()).value();
  ASSERT_EQ(notes.size(), 2U);
  EXPECT_EQ(notes[1].node, "b");
  EXPECT_EQ(notes[1].position, CommitId{9});
  EXPECT_EQ(notes[1].reason, "b has 9");
  const auto mending = OpenWith({.accepts_set_back = true});
  CommitRow(mending.get(), 2, false);
  EXPECT_TRUE(mending->Read().ok());
  EXPECT_TRUE(mending->cluster()->EndSetBack().ok());
  EXPECT_THAT(*one->cluster()->SetBackNotes(), testing::IsEmpty());
  CommitRow(one.get(), 3, false);
  EXPECT_TRUE(two->Read().ok());
}

// A restored database lacks its own timeline, and has a setting of the restore.
TEST_F(ClusterTest, IsSetBackByARestore) {
  Open();  // Makes the tables.
  Tamper("DELETE FROM timeline");
  EXPECT_TRUE(Open()->Read().ok()) << "a server that was started again";
  Tamper("DO $$ BEGIN ASSERT (SELECT count(*) FROM timeline) = 1; END $$");
  SetForAll("orgreg.restored = 'yes'");
  EXPECT_TRUE(Open()->Read().ok()) << "the timeline is known";
  EXPECT_EQ(Open()->cluster()->Server()->restore_settings, "orgreg.restored");
  Tamper("DELETE FROM timeline");
  EXPECT_EQ(Open()->cluster()->SetBackNotes()->size(), 1U) << "before anybody has noted it";
  ExpectSetBack(Open().get(), "a backup of it was restored (orgreg.restored)");
  SetForAll("orgreg.restored = ''");
  ExpectSetBack(Open().get(), "a backup of it was restored (orgreg.restored)");
  SetForAll("orgreg.restored = 'yes'");
  const auto store = Open();
  EXPECT_TRUE(store->cluster()->EndSetBack().ok());
  EXPECT_TRUE(store->Read().ok());
}

// As a database of the version before: programs of both versions use it, until it is upgraded.
TEST_F(ClusterTest, IsAddedToADatabaseOfBefore) {
  Tamper(
      "DROP TABLE addition, node, lease, shared_text, audit_anchor, usage_part, usage_change, "
      "timeline, set_back");
  const auto store = Open();
  CommitRow(store.get(), 1, false);
  const auto lease = store->cluster()->Take("files", kLong);
  ASSERT_FALSE(lease.ok());
  EXPECT_EQ(lease.error().code, Code::kNotFound);
  EXPECT_THAT(lease.error().message, HasSubstr("run orgreg store upgrade"));
  for (const base::Code code :
       {store->cluster()->NoteNode({.name = "a"}).error().code,
        store->cluster()->Nodes().error().code, store->cluster()->GiveBack("files").error().code,
        store->cluster()->ForgetNode("a").error().code,
        store->cluster()->ReadText("users", 0).error().code, Append(store.get(), "x").error().code,
        store->cluster()->NoteAnchor("a", {}).error().code,
        store->cluster()->Anchors("a").error().code,
        store->cluster()->NoteSetBack({.node = "a"}).error().code,
        store->cluster()->EndSetBack().error().code,
        store->cluster()->usage()->State().error().code,
        store->cluster()->usage()->PartsOf({}).error().code,
        store->cluster()->usage()->Changed({}).error().code,
        store->cluster()->usage()->Put({}).error().code,
        store->cluster()->usage()->DropOlder(1).error().code})
    EXPECT_EQ(code, Code::kNotFound);
  EXPECT_TRUE(store->cluster()->Server().ok());
  EXPECT_THAT(*store->cluster()->SetBackNotes(), testing::IsEmpty());
  // A writer and a reader at work do not hinder it.
  const auto writer = std::move(store->Write()).value();
  const auto reader = std::move(store->Read()).value();
  for (int again = 0; again < 2; ++again)
    EXPECT_TRUE(OpenPostgresql(uri(), OpenMode::kUpgrade, kImpatient).ok());
  EXPECT_EQ(EpochOf(store->cluster()->Take("files", kLong)), 1) << "without being opened anew";
  EXPECT_TRUE(writer->Put(Kind::kEntity, {.number = Number(2), .body = "y"}).ok());
  EXPECT_TRUE(writer->Commit().ok());
}

// As when a program of before goes on with a backup of before.
TEST_F(ClusterTest, AsksAgainWhenTablesWereDropped) {
  const auto store = Open();
  CommitRow(store.get(), 1, false);
  Tamper("DROP TABLE timeline, set_back");
  const Status refused = StatusOf(store->Write());
  ASSERT_FALSE(refused.ok());
  EXPECT_EQ(refused.error().code, Code::kUnavailable);
  EXPECT_THAT(refused.error().message, HasSubstr("ask again"));
  CommitRow(store.get(), 2, false);
  EXPECT_TRUE(store->Read().ok());
}

TEST_F(ClusterTest, GetsLaterAdditionsToo) {
  Tamper("DROP TABLE shared_text, audit_anchor, usage_part, usage_change, timeline, set_back");
  Tamper("DELETE FROM addition WHERE version > 1");
  EXPECT_EQ(Append(Open().get(), "x").error().code, Code::kNotFound);
  EXPECT_TRUE(OpenPostgresql(uri(), OpenMode::kUpgrade, kImpatient).ok());
  EXPECT_TRUE(Append(Open().get(), "x").ok());
}

// What a program of before asks of tables that it does not know: nothing. It knows the schema by
// its version, which stays.
TEST_F(ClusterTest, KeepsTheVersionThatProgramsOfBeforeKnow) {
  Open();
  Tamper("DO $$ BEGIN ASSERT (SELECT schema FROM meta) = 1; END $$");
}

TEST_F(ClusterTest, IsRefusedToWhoOnlyReads) {
  Tamper("CREATE ROLE node_reader LOGIN");
  Tamper("GRANT SELECT ON ALL TABLES IN SCHEMA public TO node_reader");
  std::string reader = uri();
  reader.replace(reader.find("user=orgreg"), std::string("user=orgreg").size(), "user=node_reader");
  {
    const auto store = OpenPostgresql(reader, OpenMode::kReadOnly, kImpatient);
    ASSERT_TRUE(store.ok()) << store.error().message;
    EXPECT_EQ((*store)->cluster()->NoteNode({.name = "a"}).error().code, Code::kInvalid);
    EXPECT_TRUE((*store)->cluster()->Nodes().ok());
  }
  Tamper("DROP OWNED BY node_reader");
  Tamper("DROP ROLE node_reader");
}

}  // namespace
}  // namespace orgreg::store
