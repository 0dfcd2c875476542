// SPDX-License-Identifier: EUPL-1.2

// Ranges next to a look at each value.

#include "search/columns/range_index.h"

#include <gtest/gtest.h>

#include <random>
#include <vector>

#include "unit/search/in_memory.h"

namespace orgreg::search {
namespace {

auto Opened(const std::vector<std::int32_t>& values) {
  return OpenInMemory(
      [&](SegmentFileWriter* writer) {
        RangeIndexBuilder builder;
        for (const std::int32_t value : values) builder.Add(value);
        std::move(builder).Write(writer);
      },
      [&](SectionReader* reader) { return RangeIndex(values.size(), reader); });
}

std::vector<Doc> Between(const std::vector<std::int32_t>& values, std::int32_t low,
                         std::int32_t high) {
  std::vector<Doc> docs;
  for (std::size_t doc = 0; doc < values.size(); ++doc) {
    const bool is_in = values[doc] != RangeIndex::kAbsent && values[doc] >= low;
    if (is_in && values[doc] <= high) docs.push_back(static_cast<Doc>(doc));
  }
  return docs;
}

void ExpectRange(const RangeIndex& index, const std::vector<std::int32_t>& values, std::int32_t low,
                 std::int32_t high) {
  const std::vector<Doc> expected = Between(values, low, high);
  const DocSet found = index.Find(low, high);
  EXPECT_EQ(found.Count(), expected.size()) << low << " to " << high;
  EXPECT_EQ(found.Slice(0, values.size()), expected) << low << " to " << high;
}

// So many that there are four bitmaps; some have no value.
std::vector<std::int32_t> ManyValues(std::int32_t most) {
  constexpr std::size_t kDocs = 80'000;
  std::mt19937 random(1);
  std::vector<std::int32_t> values;
  for (std::size_t doc = 0; doc < kDocs; ++doc)
    values.push_back(random() % 7 == 0
                         ? RangeIndex::kAbsent
                         : static_cast<std::int32_t>(random() % static_cast<unsigned>(most)));
  return values;
}

TEST(RangeIndex, FindsWhatLiesBetweenTheEnds) {
  constexpr std::int32_t kMost = 5000;
  const std::vector<std::int32_t> values = ManyValues(kMost);
  const auto index = Opened(values);
  std::mt19937 random(2);
  for (int tries = 0; tries < 300; ++tries) {
    const auto low = static_cast<std::int32_t>(random() % 5000U);
    const auto far = static_cast<std::int32_t>(random() % (tries % 2 == 0 ? 5000U : 200U));
    ExpectRange(index.view, values, low, low + far);
  }
}

TEST(RangeIndex, FindsAllAndNothing) {
  const std::vector<std::int32_t> values = ManyValues(5000);
  const auto index = Opened(values);
  ExpectRange(index.view, values, RangeIndex::kAbsent + 1, INT32_MAX);
  ExpectRange(index.view, values, 0, 4999);
  ExpectRange(index.view, values, 5000, INT32_MAX);
  ExpectRange(index.view, values, 9, 8);
}

// Most documents have one of few values, so that ends of ranges lie far from all bitmaps.
TEST(RangeIndex, FindsLongRunsOfOneValue) {
  const std::vector<std::int32_t> values = ManyValues(4);
  const auto index = Opened(values);
  for (std::int32_t low = 0; low < 4; ++low) {
    for (std::int32_t high = low; high < 5; ++high) ExpectRange(index.view, values, low, high);
  }
}

}  // namespace
}  // namespace orgreg::search
