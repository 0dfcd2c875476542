// SPDX-License-Identifier: EUPL-1.2

#include "app/backup/backup.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "app/backup/restore.h"
#include "app/place/new_place.h"
#include "auth/audit/verify.h"
#include "auth/users/user_file.h"
#include "records/register.h"
#include "store/open/open.h"
#include "store/usage/copies.h"
#include "store/usage/table.h"
#include "unit/formats/scratch_folder.h"
#include "unit/records/pdf_files.h"

namespace orgreg::app {
namespace {

namespace fs = std::filesystem;

using records::DocumentFolder;
using records::StoredDocument;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

const base::OrgNumber kFirst = *base::OrgNumber::Parse("312300028");
const base::OrgNumber kSecond = *base::OrgNumber::Parse("312300036");
const base::Date kDay = *base::Date::Parse("2026-07-31");

records::Operation Upsert(base::OrgNumber number) {
  return {.action = records::Action::kUpsert,
          .kind = model::Kind::kEntity,
          .number = number,
          .body = R"({"organisasjonsnummer":")" + number.ToString() +
                  R"(","navn":"FJELLVIK AS","organisasjonsform":{"kode":"AS"}})"};
}

records::Operation Remove(base::OrgNumber number) {
  return {.action = records::Action::kRemove,
          .kind = model::Kind::kEntity,
          .number = number,
          .day = kDay};
}

class BackupTest : public testing::Test {
 protected:
  BackupTest() {
    EXPECT_TRUE(MakePlace(data_.place));
    Apply({Upsert(kFirst), Upsert(kSecond)});
  }

  void Apply(std::vector<records::Operation> operations) const {
    const auto store = store::OpenStore(data_.place.address(), store::OpenMode::kReadWriteCreate);
    ASSERT_TRUE(store) << store.error().message;
    const auto done = records::Register(store->get()).Apply({.operations = std::move(operations)});
    ASSERT_TRUE(done) << done.error().message;
    ASSERT_EQ(done->state, records::BatchOutcome::State::kDone);
  }

  static DocumentFolder DocumentsOf(const Parts& parts) {
    return DocumentFolder::At(parts.place.PathOf(PlacePart::kDocuments));
  }
  StoredDocument AddDocument(base::OrgNumber number, const std::string& content) const {
    const auto documents = DocumentsOf(data_);
    auto session = documents.Begin();
    const auto stored =
        session->Add(records::WriteFile(folder_.PathOf("given"), records::Pdf(content)));
    const auto store = store::OpenStore(data_.place.address(), store::OpenMode::kReadWriteCreate);
    const std::vector lists = {model::DocumentList{
        .number = number,
        .documents = {{.year = 2024, .sha256 = stored->sha256, .size_bytes = stored->size_bytes}}}};
    EXPECT_TRUE(records::Register(store->get()).PutDocuments(lists));
    return *stored;
  }
  static void AddUser(const Parts& parts, const std::string& name) {
    EXPECT_TRUE(auth::ChangeUsers(
        parts.users, [&](auth::UserList* users) { return users->Set({.name = name}); }));
  }
  static void Count(const Parts& parts, const std::string& value, std::int64_t calls) {
    const auto table = store::UsageTable::Open(parts.usage);
    const std::vector rows = {store::UsageRow{.quarter = 1000, .value = value, .calls = calls}};
    EXPECT_TRUE(table.value()->Add(rows));
  }
  static void LookUp(const Parts& parts, const std::string& object) {
    const auto log = auth::AuditLog::Open(parts.audit_log);
    ASSERT_TRUE(log) << log.error().message;
    ASSERT_TRUE((*log)->Append(auth::AuditEntry{.operation = "roles", .object = object}));
  }
  BackupReport BackUp(bool with_secrets = false) const {
    auto report =
        MakeBackup({.from = data_, .to = backup_.place.path(), .with_secrets = with_secrets});
    EXPECT_TRUE(report) << report.error().message;
    return report ? *report : BackupReport();
  }
  base::Result<RestoreReport> RestoreTo(const Parts& to, const ReturnOptions& returns = {}) const {
    return Restore({.backup = backup_.place.path(), .to = to, .returns = returns});
  }
  RestoreReport Restored(const Parts& to, const ReturnOptions& returns = {}) const {
    auto report = RestoreTo(to, returns);
    EXPECT_TRUE(report) << report.error().message;
    if (!report) return {};
    EXPECT_FALSE(report->unfinished) << report->unfinished->message;
    return *report;
  }
  // Changes a byte in the middle.
  static void Damage(const std::string& path) {
    std::string bytes = formats::BytesOf(path);
    bytes[bytes.size() / 2] = static_cast<char>(bytes[bytes.size() / 2] ^ 1);
    std::ofstream(path, std::ios::binary | std::ios::trunc) << bytes;
  }
  static std::vector<std::string> UsersOf(const Parts& parts) {
    std::vector<std::string> names;
    const auto users = auth::UserList::Load(parts.users);
    if (!users) return names;
    for (const auth::User& user : users->all()) names.push_back(user.name);
    return names;
  }
  static std::vector<std::string> CountsOf(const Parts& parts) {
    std::vector<std::string> counts;
    const auto table = store::UsageTable::Open(parts.usage);
    const auto top = table.value()->Top(store::UsageGroup::kMethod, {}, 10);
    for (const auto& total : top.value())
      counts.push_back(total.value + " " + std::to_string(total.calls));
    return counts;
  }
  static auth::AuditReport AuditOf(const Parts& parts) {
    const auto report = auth::VerifyAudit(parts.audit_log, {});
    EXPECT_TRUE(report) << report.error().message;
    if (!report) return {};
    EXPECT_FALSE(report->problem) << report->problem->reason;
    return *report;
  }

  formats::ScratchFolder folder_{"backup"};
  const Parts data_ = Parts::In(Place::InFolder(folder_.PathOf("data")));
  const Parts backup_ = Parts::In(Place::InFolder(folder_.PathOf("backup")));
  const Parts fresh_ = Parts::In(Place::InFolder(folder_.PathOf("fresh")));
};

TEST_F(BackupTest, IsAPlaceWithAllParts) {
  const StoredDocument document = AddDocument(kFirst, "one");
  AddUser(data_, "kari");
  Count(data_, "a", 3);
  LookUp(data_, "910000012");
  const BackupReport report = BackUp();
  EXPECT_TRUE(backup_.place.Check());
  EXPECT_EQ(report.documents.listed, 1U);
  EXPECT_EQ(report.audit_files, 1U);
  EXPECT_THAT(report.secrets, IsEmpty());
  EXPECT_TRUE(DocumentsOf(backup_).Verify(document));
  EXPECT_THAT(UsersOf(backup_), ElementsAre("kari"));
  EXPECT_THAT(CountsOf(backup_), ElementsAre("a 3"));
  EXPECT_EQ(AuditOf(backup_).lookup_count, 1U);
  EXPECT_TRUE(store::OpenStore(backup_.place.address(), store::OpenMode::kReadOnly));
  EXPECT_FALSE(fs::exists(backup_.place.SegmentPath(model::Kind::kEntity)));
}

TEST_F(BackupTest, SecretsAreCopiedOnlyIfTheyAreWanted) {
  std::ofstream(data_.usage_secret) << "secret";
  chmod(data_.usage_secret.c_str(), 0600);
  EXPECT_THAT(BackUp().secrets, IsEmpty());
  EXPECT_FALSE(fs::exists(backup_.usage_secret));
  fs::remove_all(backup_.place.path());
  EXPECT_THAT(BackUp(true).secrets, ElementsAre("usage-secret"));
  EXPECT_EQ(formats::BytesOf(backup_.usage_secret), "secret");
  Restored(fresh_);
  EXPECT_FALSE(fs::exists(fresh_.usage_secret));
  EXPECT_THAT(Restored(fresh_, {.secrets = true}).returned.secrets, ElementsAre("usage-secret"));
  std::ofstream(fresh_.usage_secret) << "other";
  EXPECT_THAT(Restored(fresh_, {.secrets = true}).returned.secrets_kept,
              ElementsAre("usage-secret"));
  EXPECT_EQ(formats::BytesOf(fresh_.usage_secret), "other");
}

TEST_F(BackupTest, ADamagedPartDoesNotKeepTheRegisterFromBeingCopied) {
  std::ofstream(data_.usage) << "no counts";
  const StoredDocument document = AddDocument(kFirst, "one");
  fs::remove(DocumentsOf(data_).PathOf(document.sha256));
  const BackupReport report = BackUp();
  ASSERT_EQ(report.damaged.size(), 1U);
  EXPECT_THAT(report.damaged[0], HasSubstr("usage counts: "));
  EXPECT_EQ(report.documents.bad, 1U);
  ASSERT_EQ(report.documents.named.size(), 1U);
  EXPECT_THAT(report.documents.named[0], HasSubstr(kFirst.ToString()));
  // The backup lacks a document, which only force accepts.
  EXPECT_FALSE(RestoreTo(fresh_));
  EXPECT_FALSE(fs::exists(fresh_.place.path()));
  EXPECT_EQ(Restored(fresh_, {.force = true}).documents.bad, 1U);
}

TEST_F(BackupTest, DamagedUsersAndLinesAreNamedAndCopied) {
  AddUser(data_, "kari");
  LookUp(data_, "910000012");
  for (const std::string& path : {data_.users, data_.audit_log}) {
    std::string bytes = formats::BytesOf(path);
    bytes[10] = static_cast<char>(bytes[10] ^ 1);
    bytes[bytes.size() / 2] = static_cast<char>(bytes[bytes.size() / 2] ^ 1);
    std::ofstream(path, std::ios::binary | std::ios::trunc) << bytes;
  }
  const BackupReport report = BackUp();
  ASSERT_EQ(report.damaged.size(), 2U);
  EXPECT_THAT(report.damaged[0], HasSubstr("users: "));
  EXPECT_THAT(report.damaged[1], HasSubstr("audit log: log: line "));
  EXPECT_EQ(formats::BytesOf(backup_.users), formats::BytesOf(data_.users));
  EXPECT_EQ(formats::BytesOf(backup_.audit_log), formats::BytesOf(data_.audit_log));
}

TEST_F(BackupTest, AFileOfTheAuditLogThatCannotBeReadKeepsNoOtherFromBeingCopied) {
  LookUp(data_, "910000012");
  const std::string older = data_.audit_log + ".2025";
  fs::rename(data_.audit_log, older);
  fs::create_symlink(folder_.PathOf("elsewhere"), data_.audit_log);
  const BackupReport report = BackUp();
  EXPECT_THAT(report.damaged, ElementsAre(HasSubstr("audit/log: is a link")));
  EXPECT_EQ(report.audit_files, 1U);
  EXPECT_EQ(formats::BytesOf(backup_.audit_log + ".2025"), formats::BytesOf(older));
}

TEST_F(BackupTest, ByForceDamagedFilesOfTheAuditLogComeAsTheyAre) {
  LookUp(data_, "910000012");
  LookUp(data_, "910000020");
  fs::rename(data_.audit_log, data_.audit_log + ".2025");
  LookUp(data_, "910000039");
  BackUp();
  Damage(backup_.audit_log + ".2025");
  EXPECT_FALSE(RestoreTo(fresh_));
  EXPECT_FALSE(fs::exists(fresh_.place.path()));
  const RestoreReport report = Restored(fresh_, {.force = true});
  EXPECT_THAT(report.returned.damaged, ElementsAre(HasSubstr("log.2025: line ")));
  EXPECT_THAT(report.returned.left_out, IsEmpty());
  EXPECT_EQ(formats::BytesOf(fresh_.audit_log + ".2025"),
            formats::BytesOf(backup_.audit_log + ".2025"));
  EXPECT_EQ(AuditOf(fresh_).lookup_count, 1U);
  EXPECT_EQ(AuditOf(fresh_).restore_count, 1U);
}

TEST_F(BackupTest, ByForceANewLogContinuesADamagedOne) {
  for (const char* object : {"910000012", "910000020", "910000039"}) LookUp(data_, object);
  BackUp();
  Damage(backup_.audit_log);
  const RestoreReport report = Restored(fresh_, {.force = true});
  EXPECT_THAT(report.returned.damaged, ElementsAre(HasSubstr("audit/log: line ")));
  EXPECT_EQ(formats::BytesOf(fresh_.audit_log + ".damaged"), formats::BytesOf(backup_.audit_log));
  EXPECT_EQ(AuditOf(fresh_).first_sequence, 5U);
  EXPECT_EQ(AuditOf(fresh_).restore_count, 1U);
  LookUp(fresh_, "910000047");
  // As a restore leaves it that is interrupted before it begins the new log.
  fs::remove(fresh_.audit_log);
  Restored(fresh_, {.force = true});
  EXPECT_EQ(AuditOf(fresh_).restore_count, 1U);
}

TEST_F(BackupTest, ByForceALogWithoutAWholeLineIsKept) {
  LookUp(data_, "910000012");
  BackUp();
  std::ofstream(backup_.audit_log, std::ios::trunc) << std::string(600'000, '\n');
  Restored(fresh_, {.force = true});
  EXPECT_TRUE(fs::exists(fresh_.audit_log + ".damaged"));
  EXPECT_EQ(AuditOf(fresh_).first_sequence, 1U);
}

TEST_F(BackupTest, ASecretThatCannotBeCopiedIsNamed) {
  std::ofstream(data_.usage_secret) << "secret";
  chmod(data_.usage_secret.c_str(), 0644);
  Parts parts = data_;
  parts.number_keys = folder_.PathOf("no-keys");
  const auto report = MakeBackup({.from = parts, .to = backup_.place.path(), .with_secrets = true});
  ASSERT_TRUE(report) << report.error().message;
  EXPECT_THAT(report->secrets, IsEmpty());
  EXPECT_THAT(report->damaged,
              ElementsAre(HasSubstr("no-keys"), HasSubstr("secrets/usage-secret")));
}

TEST_F(BackupTest, AnAuditFolderThatCannotBeReadIsNotAnEmptyOne) {
  LookUp(data_, "910000012");
  const std::string folder = fs::path(data_.audit_log).parent_path();
  fs::rename(folder, folder_.PathOf("unmounted"));
  fs::create_directory_symlink(folder_.PathOf("mounted"), folder);
  EXPECT_THAT(BackUp().damaged, ElementsAre(HasSubstr("is a link to nothing")));
  EXPECT_FALSE(RestoreTo(data_));
  fs::remove_all(backup_.place.path());
  fs::rename(folder_.PathOf("unmounted"), folder_.PathOf("mounted"));
  EXPECT_EQ(BackUp().audit_files, 1U);
}

TEST_F(BackupTest, RefusesWhatCannotBeABackup) {
  const auto backup = [&](const std::string& to) { return MakeBackup({.from = data_, .to = to}); };
  EXPECT_FALSE(backup(data_.place.path()));
  EXPECT_FALSE(backup(data_.place.path() + "/backup"));
  EXPECT_FALSE(backup(folder_.PathOf("no/backup")));
  EXPECT_FALSE(backup(""));
  EXPECT_FALSE(MakeBackup({.from = fresh_, .to = backup_.place.path()}));
  std::size_t entries = 0;
  for (const auto& entry : fs::directory_iterator(folder_.path()))
    entries += entry.exists() ? 1 : 0;
  EXPECT_EQ(entries, 1U);
}

TEST_F(BackupTest, ComesBackIntoAnEmptyPlace) {
  const StoredDocument document = AddDocument(kFirst, "one");
  AddUser(data_, "kari");
  Count(data_, "a", 3);
  LookUp(data_, "910000012");
  BackUp();
  const RestoreReport report = Restored(fresh_, {.users = true});
  EXPECT_THAT(report.returned.users, ElementsAre("kari"));
  EXPECT_TRUE(DocumentsOf(fresh_).Verify(document));
  EXPECT_THAT(UsersOf(fresh_), ElementsAre("kari"));
  EXPECT_THAT(CountsOf(fresh_), ElementsAre("a 3"));
  const auth::AuditReport audit = AuditOf(fresh_);
  EXPECT_EQ(audit.lookup_count, 1U);
  EXPECT_EQ(audit.restore_count, 1U);
}

TEST_F(BackupTest, ADocumentOfARemovedRecordDoesNotComeBack) {
  const StoredDocument first = AddDocument(kFirst, "one");
  const StoredDocument second = AddDocument(kSecond, "two");
  BackUp();
  Apply({Remove(kFirst)});
  const StoredDocument later = AddDocument(kSecond, "later");
  EXPECT_EQ(Restored(data_).removed_again, 1U);
  EXPECT_FALSE(fs::exists(DocumentsOf(data_).PathOf(first.sha256)));
  EXPECT_FALSE(fs::exists(DocumentsOf(data_).PathOf(later.sha256)));
  EXPECT_TRUE(DocumentsOf(data_).Verify(second));
}

TEST_F(BackupTest, AnAuditLogThatIsThereIsNeverShortened) {
  LookUp(data_, "910000012");
  BackUp();
  LookUp(data_, "910000020");
  const std::string before = formats::BytesOf(data_.audit_log);
  Restored(data_);
  LookUp(data_, "910000039");
  EXPECT_TRUE(formats::BytesOf(data_.audit_log).starts_with(before));
  const auth::AuditReport audit = AuditOf(data_);
  EXPECT_EQ(audit.lookup_count, 3U);
  EXPECT_EQ(audit.restore_count, 1U);
  EXPECT_THAT(formats::BytesOf(data_.audit_log), HasSubstr(backup_.place.path()));
}

TEST_F(BackupTest, ARestoreWaitsForNoServerThatHasTheAuditLog) {
  LookUp(data_, "910000012");
  BackUp();
  const auto log = auth::AuditLog::Open(data_.audit_log);
  ASSERT_TRUE(log);
  const auto refused = RestoreTo(data_, {.force = true});
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().code, base::Code::kUnavailable);
}

TEST_F(BackupTest, OlderFilesOfTheAuditLogComeToo) {
  LookUp(data_, "910000012");
  const std::string older = data_.audit_log + "-2026-11";
  fs::rename(data_.audit_log, older);
  LookUp(data_, "910000020");
  EXPECT_EQ(BackUp().audit_files, 2U);
  Restored(fresh_);
  EXPECT_EQ(formats::BytesOf(fresh_.audit_log + "-2026-11"), formats::BytesOf(older));
  EXPECT_EQ(AuditOf(fresh_).restore_count, 1U);
}

// As a restore leaves them that ended before it had brought the log itself.
TEST_F(BackupTest, TheLogComesWhereOnlyOlderFilesOfItAre) {
  LookUp(data_, "910000012");
  const std::string older = data_.audit_log + ".2025";
  fs::rename(data_.audit_log, older);
  LookUp(data_, "910000020");
  LookUp(data_, "910000039");
  BackUp();
  ASSERT_TRUE(MakePlace(fresh_.place));
  fs::copy_file(older, fresh_.audit_log + ".2025");
  Restored(fresh_);
  EXPECT_EQ(AuditOf(fresh_).lookup_count, 2U);
  EXPECT_EQ(formats::BytesOf(fresh_.audit_log + ".2025"), formats::BytesOf(older));
}

TEST_F(BackupTest, OlderFilesOfAnotherLogAreNotContinuedByThatOfTheBackup) {
  LookUp(data_, "910000012");
  BackUp();
  const std::string older = data_.audit_log + ".2025";
  LookUp(data_, "910000020");
  fs::rename(data_.audit_log, older);
  const auto refused = RestoreTo(data_, {.force = true});
  ASSERT_FALSE(refused);
  EXPECT_THAT(refused.error().message, HasSubstr("--audit-log-before"));
  Parts named = data_;
  named.audit_log_before = older;
  Restored(named);
  EXPECT_EQ(AuditOf(data_).first_sequence, 4U);
}

TEST_F(BackupTest, OlderFilesOfALogElsewhereHaveItsName) {
  LookUp(data_, "910000012");
  fs::rename(data_.audit_log, data_.audit_log + ".2025");
  LookUp(data_, "910000020");
  fs::copy_file(data_.audit_log, fs::path(data_.audit_log).parent_path() / "older");
  BackUp();
  fs::create_directory(folder_.PathOf("var-log"));
  Parts elsewhere = fresh_;
  elsewhere.audit_log = folder_.PathOf("var-log/orgreg-audit");
  Restored(elsewhere);
  EXPECT_TRUE(fs::exists(elsewhere.audit_log + ".2025"));
  EXPECT_TRUE(fs::exists(elsewhere.audit_log + ".older"));
  const auto report = MakeBackup({.from = elsewhere, .to = folder_.PathOf("again")});
  ASSERT_TRUE(report) << report.error().message;
  EXPECT_EQ(report->audit_files, 3U);
  EXPECT_TRUE(fs::exists(folder_.PathOf("again") + "/audit/log.2025"));
}

TEST_F(BackupTest, UsersComeBackOnlyIfThatIsWanted) {
  AddUser(data_, "kari");
  AddUser(data_, "ola");
  BackUp();
  EXPECT_TRUE(
      auth::ChangeUsers(data_.users, [](auth::UserList* users) { return users->Remove("kari"); }));
  AddUser(data_, "siv");
  EXPECT_THAT(Restored(data_).returned.users_left, ElementsAre("kari"));
  EXPECT_THAT(UsersOf(data_), ElementsAre("ola", "siv"));
  EXPECT_THAT(Restored(data_, {.users = true}).returned.users, ElementsAre("kari"));
  EXPECT_THAT(UsersOf(data_), ElementsAre("kari", "ola", "siv"));
  EXPECT_THAT(Restored(data_, {.users = true}).returned.users, IsEmpty());
}

TEST_F(BackupTest, ABackupWithoutUsersBringsNone) {
  BackUp();
  const auto refused = RestoreTo(data_, {.users = true});
  ASSERT_FALSE(refused);
  EXPECT_THAT(refused.error().message, HasSubstr("no users"));
}

TEST_F(BackupTest, CountsAreNotAddedTwice) {
  Count(data_, "a", 3);
  BackUp();
  Count(data_, "a", 2);
  Count(data_, "b", 1);
  Restored(data_);
  EXPECT_THAT(CountsOf(data_), ElementsAre("a 5", "b 1"));
  Restored(data_);
  EXPECT_THAT(CountsOf(data_), ElementsAre("a 5", "b 1"));
}

TEST_F(BackupTest, ADamagedPartOfABackupIsRefused) {
  LookUp(data_, "910000012");
  Count(data_, "a", 3);
  AddUser(data_, "kari");
  BackUp();
  for (const std::string& path : {backup_.usage, backup_.audit_log, backup_.users}) {
    std::string bytes = formats::BytesOf(path);
    const std::string whole = bytes;
    bytes[bytes.size() / 2] = static_cast<char>(bytes[bytes.size() / 2] ^ 1);
    bytes[10] = static_cast<char>(bytes[10] ^ 1);
    std::ofstream(path, std::ios::binary | std::ios::trunc) << bytes;
    EXPECT_FALSE(RestoreTo(fresh_, {.users = true})) << path;
    EXPECT_FALSE(fs::exists(fresh_.place.path())) << path;
    const ReturnReport returned = Restored(fresh_, {.users = true, .force = true}).returned;
    EXPECT_EQ(returned.left_out.size() + returned.damaged.size(), 1U) << path;
    fs::remove_all(fresh_.place.path());
    std::ofstream(path, std::ios::binary | std::ios::trunc) << whole;
  }
}

}  // namespace
}  // namespace orgreg::app
