// SPDX-License-Identifier: EUPL-1.2

#include "store/usage/ranking.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <random>
#include <tuple>

namespace orgreg::store {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using Rows = std::vector<std::pair<std::string, std::int64_t>>;

std::vector<std::string> Rank(std::size_t most, const Rows& rows) {
  UsageRanking ranking(most);
  for (const auto& [value, calls] : rows) ranking.Add(value, calls);
  ranking.EndAdding();
  for (const auto& [value, calls] : rows) ranking.Offer(value);
  std::vector<std::string> texts;
  for (const UsageTotal& total : ranking.Take()) {
    texts.push_back(std::to_string(total.calls) + ";" + total.value);
  }
  return texts;
}

TEST(UsageRanking, IsEmptyWithoutRows) { EXPECT_THAT(Rank(50, {}), IsEmpty()); }

TEST(UsageRanking, AddsEqualValues) {
  EXPECT_THAT(Rank(50, {{"b", 1}, {"a", 2}, {"b", 5'000'000'000}, {"a", 1}}),
              ElementsAre("5000000001;b", "3;a"));
}

TEST(UsageRanking, PutsEqualTotalsInOrderOfValueAndTheMissingOneLast) {
  EXPECT_THAT(Rank(50, {{"", 2}, {"b", 2}, {"aa", 2}, {"a", 2}, {"c", 1}}),
              ElementsAre("2;a", "2;aa", "2;b", "2;", "1;c"));
}

TEST(UsageRanking, KeepsTheBestForAnyOrderOfRows) {
  const Rows rows = {{"c", 1}, {"", 1}, {"b", 1}, {"z", 3}, {"a", 1}, {"y", 2}};
  EXPECT_THAT(Rank(1, rows), ElementsAre("3;z"));
  EXPECT_THAT(Rank(3, rows), ElementsAre("3;z", "2;y", "1;a"));
  EXPECT_THAT(Rank(4, rows), ElementsAre("3;z", "2;y", "1;a", "1;b"));
}

// Compares with a map and a sort, which are simple and slow.
TEST(UsageRanking, IsThatOfAPlainSort) {
  std::mt19937 random(7);
  for (const unsigned values : {10U, 1'000U, 60'000U}) {
    Rows rows;
    std::map<std::string, std::int64_t> totals;
    for (unsigned i = 0; i < 3 * values; ++i) {
      const auto value = static_cast<unsigned>(random() % values);
      rows.emplace_back(value == 0 ? "" : std::to_string(value), 1 + random() % 2);
      totals[rows.back().first] += rows.back().second;
    }
    std::vector<UsageTotal> sorted;
    for (const auto& [value, calls] : totals) sorted.push_back({.value = value, .calls = calls});
    std::ranges::sort(sorted, [](const UsageTotal& a, const UsageTotal& b) {
      return std::tuple(-a.calls, a.value.empty(), a.value) <
             std::tuple(-b.calls, b.value.empty(), b.value);
    });
    std::vector<std::string> expected;
    for (const UsageTotal& total : sorted) {
      if (expected.size() == 50) break;
      expected.push_back(std::to_string(total.calls) + ";" + total.value);
    }
    EXPECT_EQ(Rank(50, rows), expected) << values;
  }
}

}  // namespace
}  // namespace orgreg::store
