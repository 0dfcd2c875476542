// SPDX-License-Identifier: EUPL-1.2

#include "search/columns/text_ids.h"

#include <gtest/gtest.h>

#include <map>
#include <random>
#include <string>

namespace orgreg::search {
namespace {

TEST(TextIds, CountsInOrderOfFirstAppearance) {
  TextIds ids;
  EXPECT_EQ(ids.IdOf("b"), 0U);
  EXPECT_EQ(ids.IdOf("a"), 1U);
  EXPECT_EQ(ids.IdOf("b"), 0U);
  EXPECT_EQ(ids.IdOf(""), 2U);
  EXPECT_EQ(ids.size(), 3U);
  EXPECT_EQ(ids.texts()[1], "a");
}

// Short texts are compared without reading them: zeros and sizes must not be mixed up.
TEST(TextIds, DistinguishesZeroBytesFromTheEnd) {
  TextIds ids;
  for (std::size_t size = 0; size < 20; ++size)
    EXPECT_EQ(ids.IdOf(std::string(size, '\0')), size) << size;
  for (std::size_t size = 0; size < 20; ++size)
    EXPECT_EQ(ids.IdOf(std::string(size, '\0')), size) << size;
}

TEST(TextIds, DistinguishesLongTextsWithTheSameBeginning) {
  TextIds ids;
  EXPECT_EQ(ids.IdOf("12345678"), 0U);
  EXPECT_EQ(ids.IdOf("12345678a"), 1U);
  EXPECT_EQ(ids.IdOf("12345678b"), 2U);
  EXPECT_EQ(ids.IdOf("12345678a"), 1U);
}

TEST(TextIds, NumbersAsAMapDoes) {
  std::mt19937 random(1);
  TextIds ids;
  std::map<std::string, TextIds::Id> model;
  for (int round = 0; round < 50'000; ++round) {
    std::string text;
    for (std::size_t left = random() % 12; left > 0; --left)
      text.push_back("ab\0\xFF"[random() % 4]);
    const auto expected = static_cast<TextIds::Id>(model.size());
    ASSERT_EQ(ids.IdOf(text), model.emplace(text, expected).first->second);
  }
  ASSERT_EQ(ids.size(), model.size());
  for (const auto& [text, id] : model) ASSERT_EQ(ids.texts()[id], text);
}

}  // namespace
}  // namespace orgreg::search
