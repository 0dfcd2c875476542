// SPDX-License-Identifier: EUPL-1.2

// The order of several keys, for any number of documents that share a value.

#include "search/match/sorted_docs.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "search/match/segment_order.h"
#include "search/request/parse_query.h"

namespace orgreg::search {
namespace {

constexpr std::uint32_t kFirst = 900'000'000;

SortBy By(std::string_view name, bool descending = false) {
  const auto names = SortKeyNames(model::Kind::kEntity);
  const auto found = std::ranges::find(names, name);
  EXPECT_NE(found, names.end()) << name;
  return {.key = static_cast<std::size_t>(found - names.begin()), .descending = descending};
}

template <typename Fill>
std::shared_ptr<const Segment> Build(std::uint32_t count, Fill fill) {
  SegmentBuilder builder(model::Kind::kEntity, "");
  for (std::uint32_t at = 0; at < count; ++at) {
    model::Unit unit{.number = base::OrgNumber(kFirst + at)};
    fill(at, &unit);
    builder.Add(unit);
  }
  return *std::move(builder).Build({});
}

std::vector<Doc> AllOf(SortedDocs docs) {
  std::vector<Doc> all;
  while (true) {
    const std::vector<Doc> part = docs.Next();
    EXPECT_LE(part.size(), SortedDocs::kMostDocs);
    if (part.empty()) break;
    all.insert(all.end(), part.begin(), part.end());
  }
  EXPECT_TRUE(docs.Next().empty());
  return all;
}

// The result of a search that has memory for all of them.
std::vector<Doc> Wanted(const Segment& segment, const std::vector<SortBy>& keys) {
  return SliceByKeys(segment, DocSet::All(segment.size()), keys, 0, segment.size());
}

void ExpectOrder(const Segment& segment, const std::vector<std::vector<SortBy>>& orders) {
  for (const std::vector<SortBy>& keys : orders) {
    EXPECT_EQ(AllOf(SortedDocs(segment, keys)), Wanted(segment, keys)) << keys.front().key;
  }
}

TEST(SortedDocs, AreNoneOfAnEmptySegment) {
  const auto segment = Build(0, [](std::uint32_t, model::Unit*) {});
  EXPECT_TRUE(AllOf(SortedDocs(*segment, {By("navn")})).empty());
  EXPECT_TRUE(AllOf(SortedDocs(*segment, {By("konkurs"), By("navn")})).empty());
}

TEST(SortedDocs, FollowOneKeyInBothDirections) {
  const auto segment = Build(5, [](std::uint32_t at, model::Unit* unit) {
    if (at != 2) unit->name = std::string(1, "CAxBA"[at]);
  });
  // This test does not check the position of absent values in the reverse order.
  const std::vector<Doc> rising = AllOf(SortedDocs(*segment, {By("navn")}));
  EXPECT_EQ(rising, (std::vector<Doc>{1, 4, 3, 0, 2}));
  std::vector<Doc> falling = AllOf(SortedDocs(*segment, {By("navn", true)}));
  EXPECT_EQ(std::erase(falling, 2U), 1U);
  EXPECT_EQ(falling, (std::vector<Doc>{0, 3, 1, 4}));
}

// Values of one key that most documents share; a part ends in the middle of them.
TEST(SortedDocs, GoOnWithinARunOfEqualValues) {
  const auto segment =
      Build(3 * SortedDocs::kPartDocs + 7, [](std::uint32_t at, model::Unit* unit) {
        unit->bankrupt = at % 5 == 0;
        if (at % 3 != 0) unit->founded_on = base::Date::FromDays(static_cast<std::int32_t>(at % 2));
      });
  ExpectOrder(*segment, {{By("konkurs")},
                         {By("konkurs", true)},
                         {By("stiftelsesdato")},
                         {By("stiftelsesdato", true)},
                         {By("stiftelsesdato"), By("konkurs", true)}});
}

class CommonValuesTest : public ::testing::Test {
 protected:
  // Far more documents share a value than are sorted in memory, for two and for three keys too.
  static constexpr std::uint32_t kCount = 3 * SortedDocs::kFewDocs;

  static std::shared_ptr<const Segment> MakeSegment() {
    std::mt19937 random(1);
    return Build(kCount, [&](std::uint32_t at, model::Unit* unit) {
      unit->bankrupt = random() % 20 == 0;
      unit->winding_up = random() % 20 == 0;
      unit->form.code = random() % 8 == 0 ? "ENK" : "AS";
      if (random() % 4 != 0) unit->name = "N" + std::to_string(random() % 5000);
      if (random() % 3 == 0) unit->founded_on = base::Date::FromDays(static_cast<int>(at % 50));
    });
  }
};

TEST_F(CommonValuesTest, AreOrderedByTheKeysAfterThem) {
  const auto segment = MakeSegment();
  ExpectOrder(*segment, {{By("konkurs"), By("navn")},
                         {By("konkurs", true), By("navn", true)},
                         {By("konkurs"), By("underAvvikling"), By("organisasjonsform.kode", true),
                          By("navn")},
                         {By("organisasjonsform.kode"), By("konkurs"), By("underAvvikling")},
                         {By("stiftelsesdato"), By("konkurs", true), By("navn")},
                         {By("stiftelsesdato", true), By("organisasjonsform.kode")},
                         {By("navn"), By("stiftelsesdato", true), By("konkurs")},
                         {By("organisasjonsform.kode"), By("organisasjonsnummer", true)}});
}

}  // namespace
}  // namespace orgreg::search
