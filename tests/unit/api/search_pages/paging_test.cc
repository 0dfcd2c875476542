// SPDX-License-Identifier: EUPL-1.2

#include "api/search_pages/paging.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <vector>

namespace orgreg::api {
namespace {

constexpr std::int64_t kGap = kPagesLeftOut;
using Pages = std::vector<std::int64_t>;

TEST(PageRange, EndsWithTheLastResult) {
  EXPECT_EQ((PageRange{.size = 20, .total = 0}.Last()), 0);
  EXPECT_EQ((PageRange{.size = 20, .total = 20}.Last()), 0);
  EXPECT_EQ((PageRange{.size = 20, .total = 21}.Last()), 1);
  EXPECT_EQ((PageRange{.page = 1, .size = 20, .total = 21}.LastResult()), 21);
}

TEST(PageRange, EndsWithTheWindow) {
  const PageRange range{.size = 20, .total = 10'001};
  EXPECT_TRUE(range.IsCut());
  EXPECT_EQ(range.Last(), 499);
  EXPECT_FALSE((PageRange{.size = 20, .total = 10'000}.IsCut()));
  EXPECT_EQ((PageRange{.size = 7'000, .total = 20'000}.Last()), 0);
}

TEST(PagesToShow, AreAllIfTheyAreFew) {
  EXPECT_EQ(PagesToShow({.size = 20, .total = 50}), (Pages{0, 1, 2}));
  EXPECT_EQ(PagesToShow({.size = 20, .total = 0}), (Pages{0}));
}

TEST(PagesToShow, AreTheEndsAndTheNeighboursIfTheyAreMany) {
  EXPECT_EQ(PagesToShow({.page = 0, .size = 20, .total = 400}), (Pages{0, 1, 2, kGap, 19}));
  EXPECT_EQ(PagesToShow({.page = 10, .size = 20, .total = 400}),
            (Pages{0, kGap, 8, 9, 10, 11, 12, kGap, 19}));
  EXPECT_EQ(PagesToShow({.page = 19, .size = 20, .total = 400}), (Pages{0, kGap, 17, 18, 19}));
}

TEST(PagesToShow, LeadBackFromAfterTheEnd) {
  EXPECT_EQ(PagesToShow({.page = 300, .size = 20, .total = 400}), (Pages{0, kGap, 19}));
}

}  // namespace
}  // namespace orgreg::api
