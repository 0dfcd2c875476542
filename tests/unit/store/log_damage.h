// SPDX-License-Identifier: EUPL-1.2

// Damage to the log and the commits that every implementation of the store must find. A backend
// includes this file once and instantiates the suite with its own factory.

#pragma once

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <ostream>
#include <string>
#include <utility>
#include <vector>

#include "store/store.h"
#include "unit/store/store_fixture.h"

namespace orgreg::store {

// Each changes the stored log or commits; `is_read` says whether reading the log from end to end
// must find it too, not only Check.
struct LogDamageCase {
  std::string sql;
  bool is_read = false;
};

inline void PrintTo(const LogDamageCase& damage, std::ostream* out) { *out << damage.sql; }

class LogDamage : public testing::TestWithParam<std::pair<BackendFactory, LogDamageCase>> {};

TEST_P(LogDamage, IsFound) {
  const auto backend = GetParam().first.make();
  const auto store = backend->Open();
  for (int commit = 0; commit < 3; ++commit) {
    auto writer = store->Write();
    ASSERT_TRUE(writer.ok());
    for (const Kind kind : {Kind::kEntity, Kind::kSubEntity}) {
      const std::string body = std::to_string(commit);
      ASSERT_TRUE((*writer)->Put(kind, Live(1, body)).ok());
      ASSERT_TRUE((*writer)->Log({.kind = kind, .number = Number(1), .forward = body}).ok());
    }
    ASSERT_TRUE((*writer)->Commit({.id = "batch " + std::to_string(commit)}).ok());
  }
  ASSERT_TRUE(store->Check().ok());
  backend->Tamper(GetParam().second.sql);

  const base::Status sound = store->Check();
  ASSERT_FALSE(sound.ok());
  EXPECT_EQ(sound.error().code, base::Code::kCorrupt) << sound.error().message;
  if (!GetParam().second.is_read) return;
  auto snapshot = store->Read();
  ASSERT_TRUE(snapshot.ok());
  bool is_found = false;
  for (const Kind kind : {Kind::kEntity, Kind::kSubEntity}) {
    const auto page = (*snapshot)->ReadChanges({.kind = kind, .count = 9, .with_patches = true});
    is_found |= !page.ok();
  }
  EXPECT_TRUE(is_found);
}

inline const std::vector<LogDamageCase>& LogDamages() {
  static const std::vector<LogDamageCase> kDamages = {
      {"UPDATE change_log SET number = 2 WHERE id = 3", true},
      {"UPDATE change_log SET number = -2 WHERE id = 3", true},
      {"UPDATE change_log SET type = 3 WHERE id = 3", true},
      {"UPDATE change_log SET type = 5 WHERE id = 3", true},
      {"UPDATE change_log SET time_ms = time_ms + 1 WHERE id = 3", true},
      {"UPDATE change_log SET commit_id = 1 WHERE id = 3", true},
      {"UPDATE change_log SET place = 9 WHERE id = 3", true},
      {"UPDATE change_log SET tbl = 1, place = 9 WHERE id = 3", true},
      {"UPDATE change_log SET tbl = 7 WHERE id = 3", true},
      {"UPDATE change_log SET id = 99 WHERE id = 3", true},
      {"UPDATE change_log SET place_sum = 2 WHERE id = 3", true},
      {"UPDATE change_log SET patch_sum = 0 WHERE id = 3", true},
      {"UPDATE change_log SET checksum = 0 WHERE id = 3", true},
      {"UPDATE change_log SET forward = 'x' WHERE id = 3", true},
      {"UPDATE change_log SET forward = NULL WHERE id = 3", true},
      {"UPDATE change_log SET backward = 'x' WHERE id = 3", true},
      {"DELETE FROM change_log WHERE id = 3", true},
      {"DELETE FROM change_log WHERE id = 6", true},
      {"DELETE FROM change_log", true},
      {"UPDATE commits SET time_ms = time_ms - 1 WHERE id = 2"},
      {"UPDATE commits SET batch = 'x' WHERE id = 2"},
      {"UPDATE commits SET batch = NULL WHERE id = 2"},
      {"UPDATE commits SET digest = 1 WHERE id = 2"},
      {"UPDATE commits SET last_change = 3 WHERE id = 2"},
      {"UPDATE commits SET changes = 3 WHERE id = 2"},
      {"UPDATE commits SET entity_rows = 3 WHERE id = 2"},
      {"UPDATE commits SET sub_entity_sum = 3 WHERE id = 2"},
      {"UPDATE commits SET entity_unlogged = 1 WHERE id = 2"},
      {"UPDATE commits SET checksum = 1 WHERE id = 2"},
      {"UPDATE commits SET id = 9 WHERE id = 2"},
      {"DELETE FROM commits WHERE id = 1"},
      {"DELETE FROM commits WHERE id = 2"},
      {"DELETE FROM commits WHERE id = 3"},
      {"INSERT INTO commits (id, time_ms, batch, digest, last_change, changes, entity_rows,"
       " entity_sum, entity_unlogged, sub_entity_rows, sub_entity_sum, sub_entity_unlogged,"
       " checksum) SELECT 4, time_ms, NULL, digest, last_change, changes, entity_rows,"
       " entity_sum, entity_unlogged, sub_entity_rows, sub_entity_sum, sub_entity_unlogged,"
       " checksum FROM commits WHERE id = 3"},
  };
  return kDamages;
}

}  // namespace orgreg::store
