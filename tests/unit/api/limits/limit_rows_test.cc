// SPDX-License-Identifier: EUPL-1.2

#include "api/limits/limit_rows.h"

#include <gtest/gtest.h>

#include <fstream>
#include <set>
#include <sstream>
#include <string>

#include "api/authority/authority.h"
#include "api/routes.h"

namespace orgreg::api {
namespace {

std::string Guide() {
  std::ostringstream text;
  text << std::ifstream(ORGREG_TEST_DATA "/../../docs/guide/limits.md", std::ios::binary).rdbuf();
  return text.str();
}

// The line of the guide about the row.
std::string LineOf(const LimitRow& row) {
  const std::string value = std::to_string(row.get(ServerLimits()));
  return "| " + std::string(row.what) + " | `" + std::string(row.name) + "` | " +
         (value == "0" ? "none" : value) + " | " + std::string(row.beyond) + " |\n";
}

TEST(LimitRows, AreInTheGuideInTheirOrder) {
  std::string table;
  for (const LimitRow& row : LimitRows()) table.append(LineOf(row));
  EXPECT_NE(Guide().find("|---|---|---|---|\n" + table + "\n"), std::string::npos)
      << "docs/guide/limits.md wants this table:\n"
      << table;
}

TEST(LimitRows, HaveNamesOfTheirOwn) {
  std::set<std::string_view> names;
  for (const LimitRow& row : LimitRows()) EXPECT_TRUE(names.insert(row.name).second) << row.name;
}

TEST(LimitRows, HaveDefaultsInTheirRange) {
  for (const LimitRow& row : LimitRows()) {
    const std::uint32_t value = row.get(ServerLimits());
    EXPECT_GE(value, row.least) << row.name;
    EXPECT_LE(value, row.most) << row.name;
  }
}

TEST(LimitRows, GiveWhatWasSetAndChangeNothingElse) {
  for (const LimitRow& row : LimitRows()) {
    for (const std::uint32_t value : {row.least, row.least + 1, row.most - 1, row.most}) {
      ServerLimits limits;
      row.set(&limits, value);
      EXPECT_EQ(row.get(limits), value) << row.name;
      for (const LimitRow& other : LimitRows()) {
        if (&other == &row) continue;
        EXPECT_EQ(other.get(limits), other.get(ServerLimits())) << row.name << other.name;
      }
    }
  }
}

TEST(RateClasses, OfOperationsWithATokenAreTheirOwn) {
  for (const RouteRow& row : Routes()) {
    EXPECT_EQ(row.work.rate == RateClass::kAuthorised, NeedsToken(row.at.interface->access))
        << row.at.operation;
  }
}

TEST(RateClasses, OfWholeFilesAreTheirOwn) {
  for (const RouteRow& row : Routes()) {
    const bool is_download = row.at.operation.starts_with("download") &&
                             row.at.interface->errors == ErrorFamily::kRegisters &&
                             !NeedsToken(row.at.interface->access);
    EXPECT_EQ(row.work.rate == RateClass::kDownloads, is_download) << row.at.operation;
  }
}

}  // namespace
}  // namespace orgreg::api
