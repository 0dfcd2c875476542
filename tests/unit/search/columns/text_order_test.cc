// SPDX-License-Identifier: EUPL-1.2

#include "search/columns/text_order.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <string>

namespace orgreg::search {
namespace {

void ExpectOrders(const std::vector<std::string>& texts) {
  std::vector<std::uint32_t> expected;
  for (std::uint32_t place = 0; place < texts.size(); ++place) expected.push_back(place);
  std::ranges::stable_sort(expected, {}, [&](std::uint32_t place) { return texts[place]; });
  const std::vector<std::string_view> views(texts.begin(), texts.end());
  EXPECT_EQ(OrderOf(views), expected);
}

TEST(OrderOf, ComparesBytesWithoutSign) { ExpectOrders({"z", "\xC3\xA6", "a", "\xFF", "~"}); }

TEST(OrderOf, PutsTheShorterFirst) {
  ExpectOrders({"abcdefgh1", "abcdefgh", "abcdefg", "", "abcdefgh12345678", "abcdefgh1234567"});
}

TEST(OrderOf, DistinguishesZeroBytesFromTheEnd) {
  using std::string_literals::operator""s;
  ExpectOrders({"a\0\0"s, "a"s, "a\0"s, "a\0\0\0\0\0\0\0\0"s, "a\0\0\0\0\0\0\0"s, ""s, "\0"s});
}

TEST(OrderOf, KeepsEqualTextsAsTheyAre) {
  ExpectOrders({"same", "other", "same", "same", "other"});
  ExpectOrders(std::vector<std::string>(1000, std::string(1000, 'x')));
}

TEST(OrderOf, OrdersRandomTextsOfFewAndOfManyCommonBytes) {
  std::mt19937 random(1);
  for (int round = 0; round < 100; ++round) {
    const std::string common(random() % 300, 'c');
    std::vector<std::string> texts(random() % 500);
    for (std::string& text : texts) {
      text = common.substr(0, random() % (common.size() + 1));
      for (std::size_t left = random() % 20; left > 0; --left)
        text.push_back("ac\xF0\0"[random() % 4]);
    }
    ExpectOrders(texts);
  }
}

}  // namespace
}  // namespace orgreg::search
