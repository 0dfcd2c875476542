// SPDX-License-Identifier: EUPL-1.2

#include "app/backup/restore.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "auth/audit/log.h"
#include "auth/audit/verify.h"
#include "records/register.h"
#include "records/rows/stored_row.h"
#include "store/sqlite/store.h"

namespace orgreg::app {
namespace {

using records::Action;
using store::RowState;

constexpr model::Kind kKind = model::Kind::kEntity;
const base::OrgNumber kFirst = *base::OrgNumber::Parse("312300028");
const base::OrgNumber kSecond = *base::OrgNumber::Parse("312300036");
const base::Date kDay = *base::Date::Parse("2026-07-31");

records::Operation Upsert(base::OrgNumber number, Action action = Action::kUpsert) {
  return {.action = action,
          .kind = kKind,
          .number = number,
          .body = R"({"organisasjonsnummer":")" + number.ToString() +
                  R"(","navn":"FJELLVIK AS","organisasjonsform":{"kode":"AS"}})"};
}

records::Operation Remove(base::OrgNumber number) {
  return {.action = Action::kRemove, .kind = kKind, .number = number, .day = kDay};
}

std::string BytesOf(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

class RestoreTest : public ::testing::Test {
 protected:
  RestoreTest() {
    std::string name = ::testing::TempDir() + "orgreg_restore_XXXXXX";
    folder_ = mkdtemp(name.data());
    store_ = folder_ + "/store";
    options_ = {.backup = folder_ + "/backup", .to = Parts::In(Place::NextToStore(store_))};
  }
  ~RestoreTest() override { std::filesystem::remove_all(folder_); }

  static void Apply(const std::string& path, std::vector<records::Operation> operations) {
    const auto store = store::OpenSqlite(path, store::OpenMode::kReadWriteCreate);
    ASSERT_TRUE(store) << store.error().message;
    records::Register target(store.value().get());
    const auto done = target.Apply({.operations = std::move(operations)});
    ASSERT_TRUE(done) << done.error().message;
    ASSERT_EQ(done.value().state, records::BatchOutcome::State::kDone);
  }

  // The state of the record in the restored store; nothing if it is not there.
  std::optional<RowState> StateOf(base::OrgNumber number) const {
    const auto store = store::OpenSqlite(store_, store::OpenMode::kReadOnly);
    const auto snapshot = store.value()->Read();
    const auto row = snapshot.value()->Find(kKind, number);
    if (!row.value()) return std::nullopt;
    return row.value()->state;
  }

  // The ids of the updates of entities.
  static std::vector<std::int64_t> IdsIn(const std::string& path) {
    const auto store = store::OpenSqlite(path, store::OpenMode::kReadOnly);
    const auto snapshot = store.value()->Read();
    const auto page = snapshot.value()->ReadChanges({.kind = kKind, .count = 100});
    std::vector<std::int64_t> ids;
    for (const store::Change& change : page.value().changes) ids.push_back(change.id);
    return ids;
  }

  std::string folder_;
  std::string store_;
  RestoreOptions options_;
};

TEST_F(RestoreTest, BringsBackTheBackup) {
  Apply(options_.backup, {Upsert(kFirst)});
  Apply(store_, {Upsert(kSecond)});
  const auto report = Restore(options_);
  ASSERT_TRUE(report) << report.error().message;
  EXPECT_EQ(report.value().removed_again, 0U);
  EXPECT_EQ(StateOf(kFirst), RowState::kLive);
  EXPECT_EQ(StateOf(kSecond), std::nullopt);
}

TEST_F(RestoreTest, RepeatsTheRemovalsOfTheOldStore) {
  Apply(options_.backup, {Upsert(kFirst)});
  Apply(store_, {Upsert(kFirst), Upsert(kSecond), Remove(kFirst), Remove(kSecond)});
  const auto report = Restore(options_);
  ASSERT_TRUE(report) << report.error().message;
  EXPECT_EQ(report.value().removed_again, 2U);
  EXPECT_EQ(StateOf(kFirst), RowState::kRemoved);
  EXPECT_EQ(StateOf(kSecond), RowState::kRemoved);  // The backup never had it.
  EXPECT_EQ(BytesOf(store_).find("FJELLVIK"), std::string::npos);
}

TEST_F(RestoreTest, RepeatsTheRemovalsOfTheOtherLedger) {
  options_.ledger = folder_ + "/ledger";
  Apply(options_.backup, {Upsert(kFirst), Upsert(kSecond)});
  Apply(options_.ledger, {Upsert(kFirst), Remove(kFirst)});
  ASSERT_TRUE(Restore(options_));
  EXPECT_EQ(StateOf(kFirst), RowState::kRemoved);
  EXPECT_EQ(StateOf(kSecond), RowState::kLive);
}

TEST_F(RestoreTest, KeepsRemovalsThatOnlyTheBackupHas) {
  Apply(options_.backup, {Upsert(kFirst), Remove(kFirst)});
  Apply(store_, {Upsert(kFirst), Remove(kFirst), Upsert(kFirst, Action::kReinstate)});
  ASSERT_TRUE(Restore(options_));
  EXPECT_EQ(StateOf(kFirst), RowState::kRemoved);
}

// An id that followers of the feeds know never identifies another update.
TEST_F(RestoreTest, UpdatesGetNoIdAgain) {
  Apply(options_.backup, {Upsert(kFirst)});
  Apply(store_, {Upsert(kFirst), Upsert(kSecond), Remove(kSecond)});
  const auto report = Restore(options_);
  ASSERT_TRUE(report) << report.error().message;
  EXPECT_EQ(report.value().skipped_to, 3);
  Apply(store_, {Remove(kFirst)});
  // The second one repeats the removal.
  EXPECT_EQ(IdsIn(store_), (std::vector<std::int64_t>{1, 4, 5}));
}

TEST_F(RestoreTest, SkipsNoIdIfNoneIsLost) {
  Apply(options_.backup, {Upsert(kFirst), Upsert(kSecond)});
  Apply(store_, {Upsert(kFirst)});
  const auto report = Restore(options_);
  ASSERT_TRUE(report) << report.error().message;
  EXPECT_EQ(report.value().skipped_to, 0);
  Apply(store_, {Remove(kFirst)});
  EXPECT_EQ(IdsIn(store_), (std::vector<std::int64_t>{1, 2, 3}));
}

TEST_F(RestoreTest, SkipsManyIdsIfTheOldStoreIsLost) {
  Apply(options_.backup, {Upsert(kFirst)});
  const auto report = Restore(options_);
  ASSERT_TRUE(report) << report.error().message;
  EXPECT_EQ(report.value().skipped_to, 10'000'001);
  Apply(store_, {Remove(kFirst)});
  EXPECT_EQ(IdsIn(store_), (std::vector<std::int64_t>{1, 10'000'002}));
  const auto store = store::OpenSqlite(store_, store::OpenMode::kReadOnly);
  EXPECT_TRUE(store.value()->Check());
}

// The previous, newer store leaves nothing that contradicts the older one.
TEST_F(RestoreTest, AnOlderBackupCanBeOpened) {
  Apply(options_.backup, {Upsert(kFirst)});
  for (int i = 0; i < 5; ++i) Apply(store_, {Upsert(i % 2 == 0 ? kFirst : kSecond)});
  ASSERT_TRUE(Restore(options_));
  EXPECT_TRUE(store::OpenSqlite(store_, store::OpenMode::kReadOnly));
}

TEST_F(RestoreTest, NeedsForceIfTheStoreCannotBeRead) {
  Apply(options_.backup, {Upsert(kFirst)});
  std::ofstream(store_) << "no store";
  const auto refused = Restore(options_);
  ASSERT_FALSE(refused);
  EXPECT_NE(refused.error().message.find("--force"), std::string::npos);
  EXPECT_EQ(BytesOf(store_), "no store");
  options_.returns.force = true;
  const auto report = Restore(options_);
  ASSERT_TRUE(report) << report.error().message;
  EXPECT_FALSE(report.value().unread.empty());
  EXPECT_EQ(StateOf(kFirst), RowState::kLive);
}

TEST_F(RestoreTest, LeavesTheStoreUnchangedIfTheBackupIsBad) {
  Apply(store_, {Upsert(kSecond)});
  Apply(options_.backup, {Upsert(kFirst)});
  std::string bytes = BytesOf(options_.backup);
  const std::size_t at = bytes.find("FJELLVIK");
  ASSERT_NE(at, std::string::npos);
  bytes[at] = 'G';
  for (const std::string& content :
       {bytes, bytes.substr(0, bytes.size() / 2), std::string("no"), std::string()}) {
    std::ofstream(options_.backup, std::ios::binary | std::ios::trunc) << content;
    EXPECT_FALSE(Restore(options_)) << content.size();
    EXPECT_EQ(StateOf(kSecond), RowState::kLive) << content.size();
    EXPECT_FALSE(std::filesystem::exists(store_ + ".restoring")) << content.size();
  }
  options_.backup = store_;
  EXPECT_FALSE(Restore(options_));
}

TEST_F(RestoreTest, RefusesAnAuditLogThatIsNoFile) {
  Apply(options_.backup, {Upsert(kFirst)});
  Apply(store_, {Upsert(kSecond)});
  const std::string log = Parts::In(Place::NextToStore(options_.backup)).audit_log;
  for (const bool is_link : {true, false}) {
    if (is_link) std::filesystem::create_symlink(folder_ + "/elsewhere", log);
    if (!is_link) std::filesystem::create_directory(log);
    options_.returns.force = false;
    const auto refused = Restore(options_);
    ASSERT_FALSE(refused);
    EXPECT_NE(refused.error().message.find(is_link ? "is a link" : "is no file"),
              std::string::npos);
    EXPECT_EQ(StateOf(kSecond), RowState::kLive);
    std::filesystem::remove(options_.to.audit_log);
    options_.returns.force = true;
    const auto forced = Restore(options_);
    ASSERT_TRUE(forced) << forced.error().message;
    EXPECT_EQ(forced->returned.left_out.size(), 1U);
    EXPECT_TRUE(forced->returned.damaged.empty());
    std::filesystem::remove(options_.to.audit_log);
    std::filesystem::remove(log);
    std::filesystem::remove(store_);
    Apply(store_, {Upsert(kSecond)});
  }
}

TEST_F(RestoreTest, ANewAuditLogGoesOnAfterTheNamedFileIfTheBackupHasOlderOnesAlone) {
  Apply(options_.backup, {Upsert(kFirst)});
  const std::string older = Parts::In(Place::NextToStore(options_.backup)).audit_log + ".1";
  ASSERT_TRUE(auth::AuditLog::Open(older));
  options_.to.audit_log_before = folder_ + "/named";
  {
    const auto named = auth::AuditLog::Open(options_.to.audit_log_before);
    ASSERT_TRUE(named) << named.error().message;
    ASSERT_TRUE((*named)->Append(auth::AuditRestore{}));
  }
  const auto expected = auth::VerifyAudit(options_.to.audit_log_before, {});
  ASSERT_TRUE(expected);
  const auto report = Restore(options_);
  ASSERT_TRUE(report) << report.error().message;
  const auto log = auth::VerifyAudit(options_.to.audit_log, {});
  ASSERT_TRUE(log);
  EXPECT_EQ(log->first_previous, expected->last_hash);
}

}  // namespace
}  // namespace orgreg::app
