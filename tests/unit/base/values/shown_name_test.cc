// SPDX-License-Identifier: EUPL-1.2

#include "base/values/shown_name.h"

#include <gtest/gtest.h>

namespace orgreg::base {
namespace {

TEST(ShownName, ShowsNamesThatAreNoNumbers) {
  EXPECT_EQ(ShownName("kommune2020"), "kommune2020");
  EXPECT_EQ(ShownName(""), "");
  EXPECT_EQ(ShownName("01819000553"), "(name not shown)");
  EXPECT_EQ(ShownName("a1b2c3d4e5f6"), "(name not shown)");
  EXPECT_EQ(ShownName(std::string(65, 'a')), "(name not shown)");
}

TEST(MaskedNumbers, StarsElevenDigitsAndMore) {
  EXPECT_EQ(MaskedNumbers("01819000553"), "***********");
  EXPECT_EQ(MaskedNumbers("/a/018190005530/roller"), "/a/************/roller");
  EXPECT_EQ(MaskedNumbers("x018190 00553."), "x****** *****.");
  EXPECT_EQ(MaskedNumbers("018190-00553"), "******-*****");
  EXPECT_EQ(MaskedNumbers("925233358"), "925233358");
  EXPECT_EQ(MaskedNumbers("018190  00553"), "018190  00553");
  EXPECT_EQ(MaskedNumbers("018190"), "018190");
  EXPECT_EQ(MaskedNumbers(""), "");
}

}  // namespace
}  // namespace orgreg::base
