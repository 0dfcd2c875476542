// SPDX-License-Identifier: EUPL-1.2

// Pages of sets of any size, in the order of keys: a walk along the order and sorting what was
// gathered give the same.

#include "search/match/segment_order.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <random>
#include <string>
#include <vector>

#include "search/request/parse_query.h"

namespace orgreg::search {
namespace {

constexpr std::uint32_t kFirst = 900'000'000;
constexpr std::uint32_t kUnits = 12'000;

SortBy By(std::string_view name, bool descending) {
  const auto names = SortKeyNames(model::Kind::kEntity);
  const auto found = std::ranges::find(names, name);
  EXPECT_NE(found, names.end()) << name;
  return {.key = static_cast<std::size_t>(found - names.begin()), .descending = descending};
}

class SegmentOrderTest : public ::testing::Test {
 protected:
  // Names are nearly all different, dates are shared by many.
  static std::shared_ptr<const Segment> MakeSegment(std::mt19937* random) {
    SegmentBuilder builder(model::Kind::kEntity, "");
    for (std::uint32_t at = 0; at < kUnits; ++at) {
      model::Unit unit{.number = base::OrgNumber(kFirst + at)};
      if ((*random)() % 10 != 0) unit.name = "N" + std::to_string((*random)() % 100'000);
      if ((*random)() % 3 != 0)
        unit.founded_on = base::Date::FromDays(static_cast<std::int32_t>((*random)() % 40));
      builder.Add(unit);
    }
    return *std::move(builder).Build({});
  }

  std::vector<Doc> SomeDocs(std::size_t count) {
    std::vector<Doc> docs(kUnits);
    for (std::uint32_t at = 0; at < kUnits; ++at) docs[at] = at;
    std::ranges::shuffle(docs, random_);
    docs.resize(count);
    std::ranges::sort(docs);
    return docs;
  }

  // All of them in the order of the whole segment.
  std::vector<Doc> Ordered(const std::vector<Doc>& docs, const std::vector<SortBy>& keys) const {
    std::vector<Doc> all =
        SliceByKeys(*segment_, DocSet::All(segment_->size()), keys, 0, segment_->size());
    std::erase_if(all, [&](Doc doc) { return !std::ranges::binary_search(docs, doc); });
    return all;
  }

  void ExpectPages(const DocSet& set, const std::vector<Doc>& ordered,
                   const std::vector<SortBy>& keys) const {
    for (const std::size_t first : {0U, 1U, 7U, 100U}) {
      for (const std::size_t count : {1U, 3U, 20U, 500U}) {
        const auto begin = ordered.begin() + static_cast<std::ptrdiff_t>(
                                                 std::min<std::size_t>(first, ordered.size()));
        const auto end = begin + std::min<std::ptrdiff_t>(static_cast<std::ptrdiff_t>(count),
                                                          ordered.end() - begin);
        EXPECT_EQ(SliceByKeys(*segment_, set, keys, first, count), std::vector<Doc>(begin, end))
            << ordered.size() << " documents, " << count << " from " << first;
      }
    }
  }

  std::mt19937 random_{1};
  std::shared_ptr<const Segment> segment_ = MakeSegment(&random_);
  const std::vector<std::vector<SortBy>> orders_ = {
      {By("navn", false)},
      {By("navn", true)},
      {By("stiftelsesdato", true)},
      {By("stiftelsesdato", false), By("navn", true)},
  };
};

TEST_F(SegmentOrderTest, PagesDoNotDependOnTheSizeOfTheSet) {
  for (const std::size_t count : {0U, 1U, 20U, 90U, 200U, 300U, 370U, 380U, 2'000U}) {
    const std::vector<Doc> docs = SomeDocs(count);
    for (const std::vector<SortBy>& keys : orders_) {
      const std::vector<Doc> ordered = Ordered(docs, keys);
      ExpectPages(DocSet::FromList(kUnits, docs), ordered, keys);
      ExpectPages(DocSet::FromList(kUnits, docs).AsDense(), ordered, keys);
    }
  }
}

// A walk from the other end finds nothing for long, and is given up.
TEST_F(SegmentOrderTest, PagesOfTheLastDocumentsOfTheOrder) {
  for (const std::vector<SortBy>& keys : orders_) {
    const std::vector<Doc> all =
        SliceByKeys(*segment_, DocSet::All(segment_->size()), keys, 0, segment_->size());
    std::vector<Doc> docs(all.end() - 300, all.end());
    std::ranges::sort(docs);
    ExpectPages(DocSet::FromList(kUnits, docs), Ordered(docs, keys), keys);
  }
}

}  // namespace
}  // namespace orgreg::search
