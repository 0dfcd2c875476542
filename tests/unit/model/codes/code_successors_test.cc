// SPDX-License-Identifier: EUPL-1.2

#include "model/codes/code_successors.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "model/codes/code_lists.h"

namespace orgreg::model {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

TEST(SuccessorsOfMunicipality, AreThoseThatHaveTheArea) {
  EXPECT_THAT(SuccessorsOfMunicipality("1201"), ElementsAre("4601"));
  EXPECT_THAT(SuccessorsOfMunicipality("3001"), ElementsAre("3101"));
  EXPECT_THAT(SuccessorsOfMunicipality("1507"), ElementsAre("1508", "1580"));
  for (const char* number : {"0301", "4601", "9999", "", "12", "12011"}) {
    EXPECT_THAT(SuccessorsOfMunicipality(number), IsEmpty()) << number;
  }
}

TEST(SuccessorsOfMunicipality, ExistAndReplaceNumbersThatDoNot) {
  for (int number = 0; number < 10'000; ++number) {
    std::string text = std::to_string(number);
    text.insert(0, 4 - text.size(), '0');
    const auto successors = SuccessorsOfMunicipality(text);
    if (successors.empty()) continue;
    EXPECT_EQ(NameOfMunicipality(text), "") << text;
    for (const std::string_view successor : successors) {
      EXPECT_NE(NameOfMunicipality(successor), "") << successor;
    }
  }
}

TEST(SuccessorsOfIndustry, HaveTheSameText) {
  EXPECT_THAT(SuccessorsOfIndustry("25.720"), ElementsAre("25.620"));
  for (const char* code : {"62.010", "62.100", "98.765", "", "J"}) {
    EXPECT_THAT(SuccessorsOfIndustry(code), IsEmpty()) << code;
  }
}

TEST(IndustryInUseAbove, IsTheNearest) {
  EXPECT_EQ(IndustryInUseAbove("62.010"), "62");
  EXPECT_EQ(IndustryInUseAbove("62.109"), "62.10");
  EXPECT_EQ(IndustryInUseAbove("00.1"), "");
  EXPECT_EQ(IndustryInUseAbove(""), "");
}

}  // namespace
}  // namespace orgreg::model
