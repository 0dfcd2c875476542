// SPDX-License-Identifier: EUPL-1.2

#include "api/search_pages/looser_text.h"

#include <gtest/gtest.h>

namespace orgreg::api {
namespace {

TEST(WithoutConnectingWords, LeavesOutWordsAndSigns) {
  EXPECT_EQ(WithoutConnectingWords("Nordskaug og Berg"), "Nordskaug Berg");
  EXPECT_EQ(WithoutConnectingWords("nordskaug  OG berg and sønn"), "nordskaug berg sønn");
  EXPECT_EQ(WithoutConnectingWords("berg & dal"), "berg dal");
}

TEST(WithoutConnectingWords, IsNothingWithoutThem) {
  EXPECT_EQ(WithoutConnectingWords("oglend berg"), std::nullopt);
  EXPECT_EQ(WithoutConnectingWords("og"), std::nullopt);
  EXPECT_EQ(WithoutConnectingWords("& og"), std::nullopt);
  EXPECT_EQ(WithoutConnectingWords(""), std::nullopt);
}

TEST(CutLastWord, NeedsTwoWords) {
  const auto cut = CutLastWord("nordmyra  pub Røros ");
  ASSERT_TRUE(cut);
  EXPECT_EQ(cut->begin, "nordmyra pub");
  EXPECT_EQ(cut->last, "Røros");
  EXPECT_FALSE(CutLastWord("røros "));
  EXPECT_FALSE(CutLastWord(""));
}

}  // namespace
}  // namespace orgreg::api
