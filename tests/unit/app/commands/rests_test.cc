// SPDX-License-Identifier: EUPL-1.2

#include "app/commands/rests.h"

#include <gtest/gtest.h>

#include <array>
#include <filesystem>
#include <fstream>
#include <string_view>

#include "unit/formats/scratch_folder.h"

namespace orgreg::app {
namespace {

namespace fs = std::filesystem;

class RestsTest : public ::testing::Test {
 protected:
  void Leave(std::string_view name, std::string_view text = "left") const {
    fs::create_directories(fs::path(folder_.PathOf(name)).parent_path());
    std::ofstream(folder_.PathOf(name), std::ios::binary) << text;
  }
  bool IsThere(std::string_view name) const { return fs::exists(folder_.PathOf(name)); }

  formats::ScratchFolder folder_{"rests"};
  const std::string store_ = folder_.PathOf("register.db");
};

constexpr std::string_view kDatabase("SQLite format 3", 16);

TEST_F(RestsTest, FilesOfKilledProcessesAreSwept) {
  Leave("register.db.entities.segment.part.4711");
  Leave("register.db.roles.segment.part-123456");
  Leave("backup.db.partial-AbC123", kDatabase);
  Leave("backup.db.part-abc123", kDatabase);
  Leave("backup.db.part-abc124", std::string(4096, '\0'));
  Leave("register.db.restoring");
  Leave("register.db.restoring-wal");
  Leave("register.db.downloads/enheter_alle.json.gz.tmp");
  Leave("register.db.downloads/roller_alle.zip.part-123456");
  SweepPlace(Place::NextToStore(store_));
  for (const auto& entry : fs::recursive_directory_iterator(folder_.path()))
    EXPECT_TRUE(entry.is_directory()) << entry.path();
}

TEST_F(RestsTest, WhatAKilledRestoreLeftInAFolderIsSwept) {
  Leave("data/store.db.restoring");
  Leave("data/usage.db.restoring");
  Leave("data/usage.db.restoring-wal");
  Leave("data/users.part-abc123");
  Leave("data/secrets/usage-secret.part-abc123");
  Leave("data/secrets/keys-of-2025.part-abc123");
  Leave("data/audit/log.2025.part-abc123");
  Leave("data/documents/incoming.part-abc123");
  SweepPlace(Place::InFolder(folder_.PathOf("data")));
  for (const auto& entry : fs::recursive_directory_iterator(folder_.path()))
    EXPECT_TRUE(entry.is_directory()) << entry.path();
}

TEST_F(RestsTest, PartsOfAFolderStay) {
  constexpr std::array<std::string_view, 6> kOthers = {
      "data/users",     "data/letter.part-abc123", "data/secrets/usage-secret",
      "data/audit/log", "data/audit/log.2025",     "data/usage.db"};
  for (const std::string_view name : kOthers) Leave(name);
  SweepPlace(Place::InFolder(folder_.PathOf("data")));
  for (const std::string_view name : kOthers) EXPECT_TRUE(IsThere(name)) << name;
}

TEST_F(RestsTest, FilesOfOthersStay) {
  constexpr std::array<std::string_view, 8> kOthers = {
      "register.db.entities.segment",
      "other.db.entities.segment.part.4711",  // Of another store.
      "register.db.letters.segment.part.4711",
      "notes.partial-AbC123",  // Not a database.
      "notes.part-abc123",
      "notes.tmp",
      "register.db.downloads/notes.json.tmp",
      "register.db.restoring.txt"};
  for (const std::string_view name : kOthers) Leave(name, "by hand, and longer than a header");
  SweepPlace(Place::NextToStore(store_));
  SweepDownloads(folder_.PathOf("register.db.downloads"));
  for (const std::string_view name : kOthers) EXPECT_TRUE(IsThere(name)) << name;
}

TEST_F(RestsTest, AFolderThatIsMissingHasNone) {
  SweepPlace(Place::NextToStore(folder_.PathOf("no/store")));
}

}  // namespace
}  // namespace orgreg::app
