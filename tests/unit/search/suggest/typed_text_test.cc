// SPDX-License-Identifier: EUPL-1.2

#include "search/suggest/typed_text.h"

#include <gtest/gtest.h>

namespace orgreg::search {
namespace {

using Texts = std::vector<std::string>;

TEST(ReadTyped, FindsDigitsOfNumbersAndCodes) {
  const std::vector<std::pair<std::string_view, std::string_view>> cases = {
      {"923 609", "923609"},
      {"923609016", "923609016"},
      {"62.010", "62010"},
      {" 923", "923"},
      {"92", ""},
      {"9236090160", ""},
      {"923-609", ""},
      {"923a", ""},
      {"", ""},
      {"...", ""},
      {"٣٣٣", ""},
  };
  for (const auto& [text, digits] : cases) EXPECT_EQ(ReadTyped(text).digits, digits) << text;
}

TEST(ReadTyped, LeavesOutLegalForms) {
  EXPECT_EQ(ReadTyped("Hansen AS").beginnings, (Texts{"hansen as", "hansen"}));
  EXPECT_EQ(ReadTyped("Hansen A/S").beginnings, Texts{"hansen"});
  EXPECT_EQ(ReadTyped("Hansen").beginnings, Texts{"hansen"});
  EXPECT_EQ(ReadTyped("AS").beginnings, Texts{"as"});
  EXPECT_EQ(ReadTyped("!").beginnings, Texts{});
}

TEST(ReadTyped, LongWordsMayHaveErrors) {
  const std::vector<std::pair<std::string, std::size_t>> cases = {
      {"abc", 0},      {"abcd", 1}, {"abcdefg", 1}, {"abcdefgh", 2},
      {"abcdefg1", 0}, {"åse", 0},  {"øøøø", 1},    {std::string(41, 'x'), 0},
  };
  for (const auto& [text, errors] : cases)
    EXPECT_EQ(ReadTyped(text).loose.front().errors, errors) << text;
}

}  // namespace
}  // namespace orgreg::search
