// SPDX-License-Identifier: EUPL-1.2

#include "model/registers/cadastral.h"

#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

namespace orgreg::model {
namespace {

TEST(ParseCadastralNumber, TakesItsFormsAndTheMissingPartsAsZero) {
  const std::vector<std::pair<std::string, CadastralNumber>> cases = {
      {"1103-77/55/0/0", {1103, 77, 55, 0, 0}},
      {"1103-77/55/2/9", {1103, 77, 55, 2, 9}},
      {"1103-77/55/2", {1103, 77, 55, 2, 0}},
      {"1103-77/55", {1103, 77, 55, 0, 0}},
      {"0301-0077/055/00/0", {301, 77, 55, 0, 0}},
      {"0000-0/0", {0, 0, 0, 0, 0}},
      {"9999-999999999/999999999/999999999/999999999",
       {9999, 999999999, 999999999, 999999999, 999999999}},
  };
  for (const auto& [text, number] : cases) {
    const auto parsed = ParseCadastralNumber(text);
    ASSERT_TRUE(parsed) << text;
    EXPECT_EQ(*parsed, number) << text;
  }
}

TEST(ParseCadastralNumber, RefusesEverythingElse) {
  const std::vector<std::string> texts = {"",
                                          "1103",
                                          "1103-",
                                          "1103-77",
                                          "1103-77/",
                                          "1103-/55",
                                          "1103-77//0",
                                          "1103-77/55/",
                                          "1103-77/55/0/",
                                          "1103-77/55/0/0/",
                                          "1103-77/55/0/0/0",
                                          "103-77/55",
                                          "11030-77/55",
                                          "-77/55",
                                          "77/55",
                                          "1103/77/55",
                                          "1103-77-55",
                                          "110a-77/55",
                                          "1103-7a/55",
                                          "1103--77/55",
                                          "1103-+77/55",
                                          "1103-77/-55",
                                          "1103-77/5.5",
                                          " 1103-77/55",
                                          "1103-77/55 ",
                                          "1103 - 77/55",
                                          "1103-77/1000000000",
                                          "1103-77/99999999999999999999",
                                          "1103-٧٧/55",
                                          std::string("1103-77/55\0", 11)};
  for (const std::string& text : texts) EXPECT_FALSE(ParseCadastralNumber(text)) << text;
}

TEST(ParseCadastralId, TakesDigitsAlone) {
  EXPECT_EQ(ParseCadastralId("0"), 0U);
  EXPECT_EQ(ParseCadastralId("1010101"), 1010101U);
  EXPECT_EQ(ParseCadastralId("00042"), 42U);
  EXPECT_EQ(ParseCadastralId("999999999999999999"), 999999999999999999U);
  for (const char* text :
       {"", " ", "-1", "+1", "1.0", "1e3", "0x1", "abc", "1 ", "1000000000000000000"}) {
    EXPECT_FALSE(ParseCadastralId(text)) << text;
  }
}

}  // namespace
}  // namespace orgreg::model
