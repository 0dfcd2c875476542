// SPDX-License-Identifier: EUPL-1.2

#include "model/id_ranges.h"

#include <gtest/gtest.h>

#include <initializer_list>

namespace orgreg::model {
namespace {

std::string TextOf(std::initializer_list<std::int32_t> ids) {
  IdRanges ranges;
  for (const std::int32_t id : ids) ranges.Add(id);
  return ranges.ToText();
}

TEST(IdRanges, JoinsIdsThatFollowEachOther) {
  EXPECT_EQ(TextOf({}), "");
  EXPECT_EQ(TextOf({5}), "5");
  EXPECT_EQ(TextOf({1, 2, 3}), "1-3");
  EXPECT_EQ(TextOf({3, 1, 2, 2, 3}), "1-3");
  EXPECT_EQ(TextOf({1, 3, 5, 4}), "1,3-5");
  EXPECT_EQ(TextOf({2147483647, 1, 2147483646}), "1,2147483646-2147483647");
}

TEST(IdRanges, ReadsItsOwnText) {
  for (const char* text : {"", "5", "1-3", "1,3-5", "2147483646-2147483647", "0-1"}) {
    const auto ranges = IdRanges::Parse(text);
    ASSERT_TRUE(ranges) << text;
    EXPECT_EQ(ranges->ToText(), text);
  }
}

TEST(IdRanges, ReadsNothingElse) {
  for (const char* text : {"x", "-1", "1-", "1-1", "2-1", "1,", ",1", "1,2", "3,1", "1-3,4", "1 3",
                           "2147483648", "1-2147483648", "1-2x", "1;3"}) {
    EXPECT_FALSE(IdRanges::Parse(text)) << text;
  }
}

TEST(IdRanges, KnowsItsIds) {
  const auto ranges = IdRanges::Parse("2-4,7");
  for (const std::int32_t id : {2, 3, 4, 7}) EXPECT_TRUE(ranges->Has(id)) << id;
  for (const std::int32_t id : {-1, 0, 1, 5, 6, 8, 2147483647}) EXPECT_FALSE(ranges->Has(id)) << id;
}

}  // namespace
}  // namespace orgreg::model
