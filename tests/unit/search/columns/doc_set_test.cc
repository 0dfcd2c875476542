// SPDX-License-Identifier: EUPL-1.2

#include "search/columns/doc_set.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <iterator>
#include <random>
#include <set>
#include <vector>

namespace orgreg::search {
namespace {

using Model = std::set<Doc>;

std::vector<Doc> ListOf(const DocSet& set) {
  std::vector<Doc> docs;
  set.ForEach([&](Doc doc) { docs.push_back(doc); });
  return docs;
}

std::vector<Doc> ListOf(const Model& model) { return {model.begin(), model.end()}; }

std::vector<std::uint64_t> BitsOf(std::size_t universe, const Model& model) {
  std::vector<std::uint64_t> bits((universe + 63) / 64);
  for (const Doc doc : model) bits[doc / 64] |= std::uint64_t{1} << (doc % 64);
  return bits;
}

// A set as a segment stores it, and the postings that borrow it.
struct Stored {
  Stored(std::size_t universe, Model documents) : model(std::move(documents)) {
    if (model.size() > universe / kDenseShare) {
      bits = BitsOf(universe, model);
    } else {
      list = ListOf(model);
    }
  }
  Postings postings() const { return {.list = list, .bits = bits, .count = model.size()}; }

  Model model;
  std::vector<Doc> list;
  std::vector<std::uint64_t> bits;
};

// Random sets from nearly empty to full, over segments of a few documents and of many.
class Draw {
 public:
  explicit Draw(unsigned seed) : random_(seed) {}

  std::size_t Universe() {
    constexpr std::size_t kLargest[] = {3, 64, 65, 700, 4096, 40'000};
    return 1 + random_() % kLargest[random_() % std::size(kLargest)];
  }
  Stored Set(std::size_t universe) {
    constexpr unsigned kOneIn[] = {1, 2, 5, 20, 31, 33, 100, 1000, 100'000};
    const unsigned one_in = kOneIn[random_() % std::size(kOneIn)];
    Model model;
    for (Doc doc = 0; doc < universe; ++doc) {
      if (random_() % one_in == 0) model.insert(model.end(), doc);
    }
    return {universe, std::move(model)};
  }
  // The set borrowed, owned, or owned as bits, however few they are.
  DocSet Form(std::size_t universe, const Stored& stored) {
    const Postings postings = stored.postings();
    switch (random_() % 3) {
      case 0:
        return DocSet::UnionOf(universe, std::span(&postings, 1));
      case 1:
        return DocSet::FromList(universe, ListOf(stored.model));
      default:
        DocSet bits = DocSet::All(universe);
        bits.Filter([&](Doc doc) { return stored.model.contains(doc); });
        return bits;
    }
  }
  std::uint_fast32_t operator()() { return random_(); }

 private:
  std::mt19937 random_;
};

void ExpectSame(const DocSet& set, const Model& model) {
  ASSERT_EQ(ListOf(set), ListOf(model));
  ASSERT_EQ(set.Count(), model.size());
}

TEST(DocSet, AllHasEveryDocumentAndNoMore) {
  for (const std::size_t universe : {0U, 1U, 63U, 64U, 65U, 1000U}) {
    const DocSet all = DocSet::All(universe);
    EXPECT_EQ(all.Count(), universe);
    EXPECT_EQ(ListOf(all).size(), universe);
  }
}

TEST(DocSet, UnionOfNoPartsIsEmpty) {
  const DocSet none = DocSet::UnionOf(1000, {});
  EXPECT_EQ(none.Count(), 0U);
  EXPECT_EQ(ListOf(none), std::vector<Doc>());
  const Postings nobody;
  EXPECT_EQ(DocSet::UnionOf(1000, std::span(&nobody, 1)).Count(), 0U);
}

TEST(DocSet, UnitesAnyNumberOfPartsOfAnyDensity) {
  Draw draw(1);
  for (int round = 0; round < 200; ++round) {
    const std::size_t universe = draw.Universe();
    std::vector<Stored> stored;
    Model expected;
    for (std::size_t part = draw() % 6; part > 0; --part) {
      stored.push_back(draw.Set(universe));
      expected.insert(stored.back().model.begin(), stored.back().model.end());
    }
    std::vector<Postings> parts;
    for (const Stored& part : stored) parts.push_back(part.postings());
    ExpectSame(DocSet::UnionOf(universe, parts), expected);
  }
}

TEST(DocSet, CombinesAsSetsDo) {
  Draw draw(2);
  for (int round = 0; round < 400; ++round) {
    const std::size_t universe = draw.Universe();
    const Stored a = draw.Set(universe);
    const Stored b = draw.Set(universe);
    const DocSet first = draw.Form(universe, a);
    const DocSet second = draw.Form(universe, b);

    Model expected;
    std::ranges::set_intersection(a.model, b.model, std::inserter(expected, expected.end()));
    DocSet both = first;
    both.IntersectWith(second);
    ExpectSame(both, expected);

    expected = a.model;
    expected.insert(b.model.begin(), b.model.end());
    DocSet either = first;
    either.UniteWith(second);
    ExpectSame(either, expected);

    std::erase_if(expected, [&](Doc doc) { return b.model.contains(doc); });
    DocSet left = first;
    left.Remove(second);
    either.Remove(second);
    ExpectSame(left, expected);
    ExpectSame(either, expected);

    // Their sources are unchanged.
    ExpectSame(first, a.model);
    ExpectSame(second, b.model);
  }
}

TEST(DocSet, KeepsWhatIsInAnyOfTheParts) {
  Draw draw(4);
  for (int round = 0; round < 400; ++round) {
    const std::size_t universe = draw.Universe();
    const Stored stored = draw.Set(universe);
    std::vector<Stored> others;
    Model expected;
    for (std::size_t part = draw() % 6; part > 0; --part) {
      others.push_back(draw.Set(universe));
      std::ranges::set_intersection(stored.model, others.back().model,
                                    std::inserter(expected, expected.end()));
    }
    std::vector<Postings> parts;
    for (const Stored& other : others) parts.push_back(other.postings());
    DocSet kept = draw.Form(universe, stored);
    kept.KeepInAny(parts);
    ExpectSame(kept, expected);
  }
}

// As an index gives the lists of adjacent terms (TermIndex::CollectParts).
TEST(DocSet, TakesSeveralListsAsOnePart) {
  Draw draw(5);
  for (int round = 0; round < 400; ++round) {
    const std::size_t universe = draw.Universe();
    const Stored stored = draw.Set(universe);
    std::vector<Doc> lists;
    std::vector<Postings> parts;
    Model all;
    for (std::size_t part = draw() % 6; part > 0; --part) {
      const Stored other = draw.Set(universe);
      all.insert(other.model.begin(), other.model.end());
      lists.insert(lists.end(), other.model.begin(), other.model.end());
    }
    const Stored apart = draw.Set(universe);
    parts.push_back({.list = lists, .count = lists.size(), .ascends = false});
    if (draw() % 2 == 0) {
      parts.push_back(apart.postings());
      all.insert(apart.model.begin(), apart.model.end());
    }
    ExpectSame(DocSet::UnionOf(universe, parts), all);
    Model common;
    std::ranges::set_intersection(stored.model, all, std::inserter(common, common.end()));
    // In both, whichever has the lists without bits.
    const std::vector<Doc> few = ListOf(stored.model);
    const Postings list = {.list = few, .count = few.size()};
    ExpectSame(DocSet::InBoth(universe, std::span(&list, 1), parts), common);
    if (parts.size() == 1) {
      const Postings other = stored.postings();
      ExpectSame(DocSet::InBoth(universe, parts, std::span(&other, 1)), common);
    }
    DocSet kept = draw.Form(universe, stored);
    kept.KeepInAny(parts);
    ExpectSame(kept, common);
  }
}

// Many operations one after another: a wrong count or form shows later.
TEST(DocSet, StaysRightThroughManyChanges) {
  Draw draw(3);
  for (int round = 0; round < 40; ++round) {
    const std::size_t universe = draw.Universe();
    DocSet set(universe);
    Model model;
    for (int change = 0; change < 30; ++change) {
      const Stored stored = draw.Set(universe);
      const DocSet other = draw.Form(universe, stored);
      switch (draw() % 5) {
        case 0:
          set.IntersectWith(other);
          std::erase_if(model, [&](Doc doc) { return !stored.model.contains(doc); });
          break;
        case 1:
          set.Remove(other);
          std::erase_if(model, [&](Doc doc) { return stored.model.contains(doc); });
          break;
        case 2:
          set.Filter([](Doc doc) { return doc % 3 != 0; });
          std::erase_if(model, [](Doc doc) { return doc % 3 == 0; });
          break;
        default:
          set.UniteWith(other);
          model.insert(stored.model.begin(), stored.model.end());
          break;
      }
      // The set may have borrowed from an object that ends here, unless it is copied.
      set.Filter([](Doc) { return true; });
      ExpectSame(set, model);
    }
    for (Doc doc = 0; doc < universe; ++doc) ASSERT_EQ(set.Contains(doc), model.contains(doc));
  }
}

TEST(DocSet, LeavesBorrowedPartsUnchanged) {
  for (const unsigned one_in : {2U, 100U}) {
    constexpr std::size_t kUniverse = 1000;
    Model model;
    for (Doc doc = 0; doc < kUniverse; doc += one_in) model.insert(doc);
    const Stored stored(kUniverse, model);
    const Postings postings = stored.postings();
    const DocSet borrowed = DocSet::UnionOf(kUniverse, std::span(&postings, 1));
    DocSet filtered = borrowed;
    filtered.Filter([](Doc doc) { return doc >= 500; });
    DocSet removed = borrowed;
    removed.Remove(DocSet::FromList(kUniverse, {0}));
    DocSet united = borrowed;
    united.UniteWith(DocSet::FromList(kUniverse, {1}));
    ExpectSame(borrowed, model);
    EXPECT_EQ(stored.list, Stored(kUniverse, model).list);
    EXPECT_EQ(stored.bits, Stored(kUniverse, model).bits);
  }
}

TEST(DocSet, GivesSlicesInOrder) {
  Draw draw(4);
  for (int round = 0; round < 100; ++round) {
    const std::size_t universe = draw.Universe();
    const Stored stored = draw.Set(universe);
    const DocSet set = draw.Form(universe, stored);
    const std::vector<Doc> all = ListOf(stored.model);
    for (const std::size_t first : {std::size_t{0}, all.size() / 2, all.size(), all.size() + 7}) {
      for (const std::size_t count : {std::size_t{0}, std::size_t{1}, std::size_t{20}, universe}) {
        const std::size_t from = std::min(first, all.size());
        const std::size_t to = std::min(first + count, all.size());
        const std::vector<Doc> expected(all.begin() + static_cast<std::ptrdiff_t>(from),
                                        all.begin() + static_cast<std::ptrdiff_t>(to));
        ASSERT_EQ(set.Slice(first, count), expected);
      }
    }
  }
}

TEST(DocSet, GivesOneBitForEachDocument) {
  Draw draw(8);
  for (int round = 0; round < 100; ++round) {
    const std::size_t universe = draw.Universe();
    const Stored stored = draw.Set(universe);
    const std::vector<std::uint64_t> bits = draw.Form(universe, stored).ToBits();
    ASSERT_EQ(bits.size(), (universe + 63) / 64);
    std::vector<Doc> docs;
    ForEachBit(bits, [&](Doc doc) { docs.push_back(doc); });
    ASSERT_EQ(docs, ListOf(stored.model));
  }
}

TEST(DocSet, CountsWhatIsBeforeADocument) {
  Draw draw(6);
  for (int round = 0; round < 100; ++round) {
    const std::size_t universe = draw.Universe();
    const Stored stored = draw.Set(universe);
    const DocSet set = draw.Form(universe, stored);
    const std::vector<Doc> all = ListOf(stored.model);
    for (const std::size_t doc : {std::size_t{0}, universe / 2, universe, universe + 65}) {
      const auto before = std::ranges::count_if(all, [&](Doc one) { return one < doc; });
      ASSERT_EQ(set.CountBelow(static_cast<Doc>(doc)), static_cast<std::size_t>(before));
    }
  }
}

TEST(DocSet, KeepsTheValuesOfARange) {
  constexpr std::pair<std::int32_t, std::int32_t> kBounds[] = {
      {20, 60}, {60, 20}, {50, 50}, {INT32_MIN, INT32_MAX}, {INT32_MIN + 1, 0}, {-5, INT32_MAX}};
  Draw draw(5);
  for (int round = 0; round < 100; ++round) {
    const std::size_t universe = draw.Universe();
    std::vector<std::int32_t> values(universe);
    for (std::int32_t& value : values)
      value = draw() % 5 == 0 ? INT32_MIN : static_cast<std::int32_t>(draw() % 100) - 10;
    const Stored stored = draw.Set(universe);
    for (const auto& [low, high] : kBounds) {
      Model expected = stored.model;
      std::erase_if(expected, [&](Doc doc) { return values[doc] < low || values[doc] > high; });
      DocSet set = draw.Form(universe, stored);
      set.KeepBetween(values, low, high);
      ExpectSame(set, expected);
    }
  }
}

}  // namespace
}  // namespace orgreg::search
