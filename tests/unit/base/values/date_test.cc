// SPDX-License-Identifier: EUPL-1.2

#include "base/values/date.h"

#include <gtest/gtest.h>

namespace orgreg::base {
namespace {

TEST(Date, ReadsDaysThatExistAndWritesThemBack) {
  for (const char* text : {"0001-01-01", "1970-01-01", "2000-02-29", "2026-11-21", "9999-12-31"}) {
    const auto date = Date::Parse(text);
    ASSERT_TRUE(date) << text;
    EXPECT_EQ(date->ToString(), text);
  }
}

TEST(Date, CountsDaysFromTheEpoch) {
  EXPECT_EQ(Date::Parse("1970-01-02")->days(), 1);
  EXPECT_EQ(Date::Parse("1969-12-31")->days(), -1);
}

TEST(Date, RejectsInvalidDays) {
  for (const char* text : {"", "2026", "2026-1-1", "2026-13-01", "2026-00-10", "2026-02-30",
                           "2025-02-29", "0000-01-01", "2026-11-21T", " 2026-11-21", "2026/11/21",
                           "20261121", "+026-11-21", "-026-11-21", "202a-01-01", "2026-1１-01"}) {
    EXPECT_FALSE(Date::Parse(text)) << text;
  }
}

}  // namespace
}  // namespace orgreg::base
