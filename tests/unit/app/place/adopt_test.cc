// SPDX-License-Identifier: EUPL-1.2

// Kills, locks and earlier versions of the store are tried by tests/operator/data_folder.py.

#include "app/place/adopt.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>
#include <vector>

#include "app/place/new_place.h"
#include "unit/formats/scratch_folder.h"

namespace orgreg::app {
namespace {

namespace fs = std::filesystem;

// Nothing but what marks a store.
const std::string kStore =
    std::string("SQLite format 3\0", 16) + std::string(52, '\1') + "ORGR pages";

class AdoptTest : public ::testing::Test {
 protected:
  void SetUp() override { Leave("register.db", kStore); }
  void Leave(std::string_view name, std::string_view text) const {
    fs::create_directories(fs::path(folder_.PathOf(name)).parent_path());
    std::ofstream(folder_.PathOf(name), std::ios::binary) << text;
  }
  std::string ContentOf(std::string_view name) const {
    return formats::BytesOf(folder_.PathOf(name));
  }

  formats::ScratchFolder folder_{"adopt"};
  const std::string store_ = folder_.PathOf("register.db");
  const std::string data_ = folder_.PathOf("data");
};

TEST_F(AdoptTest, MovesEachPart) {
  Leave("register.db-wal", "log");
  Leave("register.db-shm", "memory");
  Leave("register.db.audit.1", "older");
  Leave("register.db.documents/ab/cd", "copy");
  Leave("register.db.roles.segment", "index");
  Leave("register.db.txt", "mine");
  Leave("register.dbx", "another");
  const auto report = Adopt(store_, data_);
  ASSERT_TRUE(report) << report.error().message;
  EXPECT_EQ(report->moved.size(), 5U);
  EXPECT_EQ(report->left, std::vector<std::string>{store_ + ".txt"});
  EXPECT_EQ(ContentOf("data/store.db"), kStore);
  EXPECT_EQ(ContentOf("data/store.db-wal"), "log");
  EXPECT_EQ(ContentOf("data/audit/log.1"), "older");
  EXPECT_EQ(ContentOf("data/documents/ab/cd"), "copy");
  EXPECT_EQ(ContentOf("data/segments/roles.segment"), "index");
  EXPECT_FALSE(fs::exists(store_ + "-shm"));
  EXPECT_TRUE(fs::exists(folder_.PathOf("register.dbx")));
  EXPECT_TRUE(Place::InFolder(data_).Check());
}

TEST_F(AdoptTest, GoesOnWhereItWasInterrupted) {
  Leave("register.db.users", "users");
  Leave("data/layout", "orgreg takes over " + store_ + "\n");
  fs::rename(store_, folder_.PathOf("data/store.db"));
  EXPECT_EQ(Place::InFolder(data_).Check().error().code, base::Code::kUnavailable);
  const auto report = Adopt(store_, data_);
  ASSERT_TRUE(report) << report.error().message;
  EXPECT_EQ(report->moved.size(), 1U);
  EXPECT_EQ(ContentOf("data/users"), "users");
  EXPECT_TRUE(Place::InFolder(data_).Check());
}

TEST_F(AdoptTest, ContinuesOnlyItsOwnStore) {
  Leave("data/layout", "orgreg takes over /elsewhere.db\n");
  EXPECT_EQ(Adopt(store_, data_).error().code, base::Code::kUnavailable);
  Leave("data/layout", "orgreg takes over " + store_ + "\n");
  Leave("data/store.db", kStore);
  const auto twice = Adopt(store_, data_);
  ASSERT_FALSE(twice);
  EXPECT_EQ(twice.error().code, base::Code::kInvalid);
  EXPECT_EQ(ContentOf("register.db"), kStore);
}

TEST_F(AdoptTest, RefusesTheStoreOfAFolder) {
  ASSERT_TRUE(MakePlace(Place::InFolder(folder_.PathOf("whole"))));
  Leave("whole/store.db", kStore);
  const std::string store = folder_.PathOf("whole/store.db");
  const auto report = Adopt(store, data_);
  ASSERT_FALSE(report);
  EXPECT_NE(report.error().message.find("--data " + folder_.PathOf("whole")), std::string::npos);
  fs::create_symlink(store, folder_.PathOf("link.db"));
  EXPECT_EQ(Adopt(folder_.PathOf("link.db"), data_).error().code, base::Code::kInvalid);
  EXPECT_EQ(ContentOf("whole/store.db"), kStore);
  EXPECT_FALSE(fs::exists(data_));
}

TEST_F(AdoptTest, RefusesFilesOfSqliteThatAreNoStore) {
  std::string other = kStore;
  other.replace(68, 4, "ORGU");
  Leave("usage.db", other);
  EXPECT_EQ(Adopt(folder_.PathOf("usage.db"), data_).error().code, base::Code::kInvalid);
  other.replace(68, 4, 4, '\0');
  Leave("new.db", other);
  EXPECT_EQ(Adopt(folder_.PathOf("new.db"), data_).error().code, base::Code::kInvalid);
  Leave("new.db-wal", "what marks it may be here");
  EXPECT_TRUE(Adopt(folder_.PathOf("new.db"), data_));
}

TEST_F(AdoptTest, RefusesAnAuditLogThatIsALink) {
  Leave("log", "lines");
  fs::create_symlink(folder_.PathOf("log"), store_ + ".audit");
  const auto report = Adopt(store_, data_);
  ASSERT_FALSE(report);
  EXPECT_NE(report.error().message.find("audit log must be a file"), std::string::npos);
  EXPECT_FALSE(fs::exists(data_));
}

TEST_F(AdoptTest, RefusesWhatIsNotEmptyOrNoStore) {
  Leave("full/notes.txt", "mine");
  EXPECT_EQ(Adopt(store_, folder_.PathOf("full")).error().code, base::Code::kInvalid);
  ASSERT_TRUE(MakePlace(Place::InFolder(folder_.PathOf("other"))));
  EXPECT_EQ(Adopt(store_, folder_.PathOf("other")).error().code, base::Code::kInvalid);
  EXPECT_EQ(Adopt(folder_.PathOf("full/notes.txt"), data_).error().code, base::Code::kInvalid);
  EXPECT_EQ(Adopt(folder_.PathOf("none.db"), data_).error().code, base::Code::kNotFound);
  EXPECT_EQ(Adopt(store_, folder_.PathOf("no/folder")).error().code, base::Code::kNotFound);
  EXPECT_FALSE(fs::exists(data_));
  EXPECT_EQ(ContentOf("register.db"), kStore);
}

}  // namespace
}  // namespace orgreg::app
