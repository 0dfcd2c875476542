// SPDX-License-Identifier: EUPL-1.2

#include "api/suggestions/suggest_marks.h"

#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

namespace orgreg::api {
namespace {

using Parts = std::vector<std::pair<std::int64_t, std::int64_t>>;

Parts PartsOf(std::string_view label, std::string_view text) {
  Parts parts;
  for (const Mark& mark : MarksOf(label, search::ReadTyped(text)))
    parts.emplace_back(mark.start, mark.end);
  return parts;
}

TEST(MarksOf, MarksTheBeginningOfAWordForEachTypedOne) {
  EXPECT_EQ(PartsOf("FJELLVIK ENERGI AS", "fjell"), (Parts{{0, 5}}));
  EXPECT_EQ(PartsOf("FJELLVIK ENERGI AS", "en fjellv"), (Parts{{0, 6}, {9, 11}}));
  EXPECT_EQ(PartsOf("AAA AAB", "aa aab"), (Parts{{0, 2}, {4, 7}}));
  EXPECT_EQ(PartsOf("«ÅS» & SØNN", "ås sø"), (Parts{{1, 3}, {7, 9}}));
}

TEST(MarksOf, MarksAsManyLettersAsWereTypedInAnotherWay) {
  EXPECT_EQ(PartsOf("BÆRUM", "baer"), (Parts{{0, 4}}));
  EXPECT_EQ(PartsOf("FJELLVIK", "fjelvik"), (Parts{{0, 7}}));
  EXPECT_EQ(PartsOf("FJELL", "fjelll"), (Parts{{0, 5}}));
}

TEST(MarksOf, CountsInUtf16) {
  EXPECT_EQ(PartsOf("\U0001F600 FJELL", "fj"), (Parts{{3, 5}}));
  EXPECT_EQ(PartsOf("CAFÉ BAR", "cafe b"), (Parts{{0, 4}, {5, 6}}));
}

TEST(MarksOf, MarksNothingThatDoesNotMatch) {
  EXPECT_EQ(PartsOf("FJELLVIK", "923 609"), Parts{});
  EXPECT_EQ(PartsOf("FJELLVIK", ""), Parts{});
  EXPECT_EQ(PartsOf("", "fjell"), Parts{});
  EXPECT_EQ(PartsOf("!!!", "fjell"), Parts{});
  EXPECT_EQ(PartsOf("A B", "a a"), (Parts{{0, 1}}));
}

}  // namespace
}  // namespace orgreg::api
