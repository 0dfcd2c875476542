#include "search/doc_set.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <set>

namespace orgreg::search {
namespace {

std::vector<Doc> ListOf(const DocSet& set) {
  std::vector<Doc> docs;
  set.ForEach([&](Doc doc) { docs.push_back(doc); });
  return docs;
}

std::vector<std::uint64_t> BitsOf(std::size_t universe, const std::vector<Doc>& docs) {
  std::vector<std::uint64_t> bits((universe + 63) / 64);
  for (const Doc doc : docs) bits[doc / 64] |= std::uint64_t{1} << (doc % 64);
  return bits;
}

TEST(DocSet, OfAllHoldsEveryDocumentAndNoMore) {
  for (const std::size_t universe : {0U, 1U, 63U, 64U, 65U, 1000U}) {
    const DocSet all = DocSet::All(universe);
    EXPECT_EQ(all.Count(), universe);
    EXPECT_EQ(ListOf(all).size(), universe);
  }
}

// Against std::set, over random sets of both densities.
TEST(DocSet, CombinesAsSetsDo) {
  std::mt19937 random(1);
  for (int round = 0; round < 300; ++round) {
    const std::size_t universe = 1 + random() % 700;
    const auto draw = [&](unsigned one_in) {
      std::vector<Doc> docs;
      for (Doc doc = 0; doc < universe; ++doc) {
        if (random() % one_in == 0) docs.push_back(doc);
      }
      return docs;
    };
    const std::vector<Doc> a = draw(static_cast<unsigned>(1 + random() % 80));
    const std::vector<Doc> b = draw(static_cast<unsigned>(1 + random() % 80));
    const std::vector<std::uint64_t> b_bits = BitsOf(universe, b);
    const Postings b_list{.list = b, .count = b.size()};
    const Postings b_dense{.bits = b_bits, .count = b.size()};
    for (const Postings& postings : {b_list, b_dense}) {
      const bool is_dense = !postings.bits.empty();
      if (is_dense && b.size() <= universe / kDenseShare) continue;  // Never stored so.
      const DocSet other = DocSet::UnionOf(universe, std::span(&postings, 1));
      EXPECT_EQ(ListOf(other), b);

      DocSet both = DocSet::FromList(universe, a);
      both.IntersectWith(other);
      std::vector<Doc> expected;
      std::ranges::set_intersection(a, b, std::back_inserter(expected));
      EXPECT_EQ(ListOf(both), expected);
      EXPECT_EQ(both.Count(), expected.size());

      DocSet any = DocSet::FromList(universe, a);
      any.UniteWith(other);
      expected.clear();
      std::ranges::set_union(a, b, std::back_inserter(expected));
      EXPECT_EQ(ListOf(any), expected);

      DocSet left = any;
      left.Remove(other);
      std::vector<Doc> difference;
      std::ranges::set_difference(expected, b, std::back_inserter(difference));
      EXPECT_EQ(ListOf(left), difference);

      any.Filter([](Doc doc) { return doc % 3 == 0; });
      std::erase_if(expected, [](Doc doc) { return doc % 3 != 0; });
      EXPECT_EQ(ListOf(any), expected);
      for (Doc doc = 0; doc < universe; ++doc) {
        EXPECT_EQ(any.Contains(doc), std::ranges::binary_search(expected, doc));
      }
    }
  }
}

TEST(DocSet, KeepsWhatLiesBetween) {
  std::mt19937 random(3);
  for (const std::size_t universe : {1U, 63U, 64U, 65U, 1000U}) {
    std::vector<std::int32_t> values(universe);
    for (std::int32_t& value : values)
      value = random() % 5 == 0 ? INT32_MIN : static_cast<std::int32_t>(random() % 100);
    std::vector<Doc> expected;
    for (Doc doc = 0; doc < universe; ++doc) {
      if (values[doc] >= 20 && values[doc] <= 60) expected.push_back(doc);
    }
    DocSet dense = DocSet::All(universe);
    std::vector<Doc> all = ListOf(dense);
    DocSet list = DocSet::FromList(universe, all);
    dense.KeepBetween(values, 20, 60);
    list.KeepBetween(values, 20, 60);
    EXPECT_EQ(ListOf(dense), expected);
    EXPECT_EQ(ListOf(list), expected);
  }
}

TEST(DocSet, UnitesOverlappingLists) {
  const std::vector<Doc> first = {1, 5, 9};
  const std::vector<Doc> second = {5, 7};
  const std::vector<Postings> parts = {{.list = first, .count = 3}, {.list = second, .count = 2}};
  EXPECT_EQ(ListOf(DocSet::UnionOf(10'000, parts)), (std::vector<Doc>{1, 5, 7, 9}));
  EXPECT_EQ(ListOf(DocSet::UnionOf(10, parts)), (std::vector<Doc>{1, 5, 7, 9}));
}

}  // namespace
}  // namespace orgreg::search
