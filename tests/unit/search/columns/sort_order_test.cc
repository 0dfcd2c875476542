// SPDX-License-Identifier: EUPL-1.2

#include "search/columns/sort_order.h"

#include <gtest/gtest.h>

#include <tuple>

#include "unit/search/in_memory.h"

namespace orgreg::search {
namespace {

InMemory<SortOrder> Build(SortOrderBuilder builder, bool alphabetical) {
  return OpenInMemory(
      [&](SegmentFileWriter* writer) { std::move(builder).Write(alphabetical, writer); },
      [](SectionReader* reader) { return SortOrder(reader); });
}

std::vector<Doc> Walk(const SortOrder& order, bool descending) {
  std::vector<Doc> docs;
  order.WalkRuns(descending, 0, [&](std::span<const Doc> run, std::size_t before) {
    EXPECT_EQ(before, docs.size());
    docs.insert(docs.end(), run.begin(), run.end());
    return true;
  });
  return docs;
}

TEST(SortOrder, PutsAbsentLastInBothDirectionsAndKeepsTiesByNumber) {
  SortOrderBuilder builder;
  for (const std::optional<std::int64_t> value :
       std::vector<std::optional<std::int64_t>>{7, std::nullopt, 3, 7, std::nullopt, 5}) {
    builder.AddNumber(value);
  }
  const auto built = Build(std::move(builder), true);
  const SortOrder& order = built.view;
  EXPECT_EQ(Walk(order, false), (std::vector<Doc>{2, 5, 0, 3, 1, 4}));
  EXPECT_EQ(Walk(order, true), (std::vector<Doc>{0, 3, 5, 2, 1, 4}));
  EXPECT_EQ(order.Rank(0), order.Rank(3));
  EXPECT_LT(order.Rank(0), order.Rank(1));
}

// A cursor has the value of a record that may be in another segment, or in none.
TEST(SortOrder, FindsThePlaceOfAValueWhetherItHasItOrNot) {
  SortOrderBuilder builder;
  for (const std::optional<std::int64_t> value :
       std::vector<std::optional<std::int64_t>>{7, std::nullopt, 3, 7, 5}) {
    builder.AddNumber(value);
  }
  const auto built = Build(std::move(builder), true);
  const auto find = [&](SortOrder::Value value, bool descending) {
    const SortOrder::Place place = built.view.Find(value, descending);
    return std::tuple<std::size_t, std::size_t, bool>(place.step, place.first, place.has_value);
  };
  using Place = std::tuple<std::size_t, std::size_t, bool>;
  EXPECT_EQ(find(std::int64_t{3}, false), Place(0, 0, true));
  EXPECT_EQ(find(std::int64_t{4}, false), Place(1, 1, false));
  EXPECT_EQ(find(std::int64_t{7}, false), Place(2, 2, true));
  EXPECT_EQ(find(std::int64_t{8}, false), Place(3, 4, false));
  EXPECT_EQ(find(std::int64_t{8}, true), Place(0, 0, false));
  EXPECT_EQ(find(std::int64_t{7}, true), Place(0, 0, true));
  EXPECT_EQ(find(std::int64_t{6}, true), Place(1, 2, false));
  EXPECT_EQ(find(std::int64_t{3}, true), Place(2, 3, true));
  EXPECT_EQ(find(std::int64_t{2}, true), Place(3, 4, false));
  for (const bool descending : {false, true}) {
    EXPECT_EQ(find(std::monostate(), descending), Place(3, 4, true));
    for (Doc doc = 0; doc < 5; ++doc) {
      EXPECT_EQ(built.view.Find(built.view.ValueOf(doc), descending).step,
                built.view.StepOf(doc, descending));
    }
  }
  // A text is no value of this key.
  EXPECT_EQ(find(std::string("x"), false), Place(0, 0, false));
}

TEST(SortOrder, FindsNothingInAnEmptySegment) {
  const auto built = Build(SortOrderBuilder(), true);
  const SortOrder::Place place = built.view.Find(std::int64_t{3}, true);
  EXPECT_EQ(place.first, 0U);
  EXPECT_FALSE(place.has_value);
}

TEST(SortOrder, WalksFromAnyPlace) {
  SortOrderBuilder builder;
  for (const std::int64_t value : {7, 9, 3, 7, 9, 5, 7}) {
    builder.AddNumber(value);
    builder.AddNumber(value == 9 ? std::optional<std::int64_t>() : value + 1);
  }
  const auto built = Build(std::move(builder), true);
  for (const bool descending : {false, true}) {
    const std::vector<Doc> whole = Walk(built.view, descending);
    for (std::size_t first = 0; first <= whole.size(); ++first) {
      std::vector<Doc> walked;
      std::optional<std::size_t> passed;
      built.view.WalkRuns(descending, first, [&](std::span<const Doc> run, std::size_t before) {
        if (!passed) passed = before;
        walked.insert(walked.end(), run.begin(), run.end());
        return true;
      });
      if (first == whole.size()) {
        EXPECT_TRUE(walked.empty());
        continue;
      }
      EXPECT_LE(*passed, first);
      EXPECT_EQ(walked, std::vector<Doc>(whole.begin() + static_cast<std::ptrdiff_t>(*passed),
                                         whole.end()));
    }
  }
}

// Norwegian: æ, ø, å last, aa as å.
TEST(SortOrder, OrdersTextAsNorwegianDoes) {
  SortOrderBuilder builder;
  const std::vector<std::string> texts = {"ÅS",    "ZEBRA", "AALESUND", "ØRSTA",
                                          "ASKER", "ÆRE",   "ÅLESUND"};
  for (const std::string& text : texts) builder.AddText(text);
  builder.AddText(std::nullopt);
  const auto built = Build(std::move(builder), true);
  const SortOrder& order = built.view;
  std::vector<std::string> sorted;
  for (const Doc doc : Walk(order, false))
    sorted.push_back(doc < texts.size() ? texts[doc] : "(absent)");
  EXPECT_EQ(sorted, (std::vector<std::string>{"ASKER", "ZEBRA", "ÆRE", "ØRSTA", "ÅLESUND",
                                              "AALESUND", "ÅS", "(absent)"}));
}

// AAFY is a code: its first two letters are not an å.
TEST(SortOrder, OrdersCodesByTheirCharacters) {
  SortOrderBuilder builder;
  const std::vector<std::string> codes = {"BEDR", "SÆR", "AAFY", "STI"};
  for (const std::string& code : codes) builder.AddText(code);
  const auto built = Build(std::move(builder), false);
  const SortOrder& order = built.view;
  EXPECT_EQ(Walk(order, false), (std::vector<Doc>{2, 0, 3, 1}));
}

TEST(SortOrder, IsEmptyWithoutDocuments) {
  const auto built = Build(SortOrderBuilder(), true);
  const SortOrder& order = built.view;
  EXPECT_TRUE(Walk(order, false).empty());
}

TEST(SortOrder, KeepsTheOrderOfNumbersForAbsentValues) {
  SortOrderBuilder builder;
  for (int i = 0; i < 3; ++i) builder.AddNumber(std::nullopt);
  const auto built = Build(std::move(builder), true);
  EXPECT_EQ(Walk(built.view, false), (std::vector<Doc>{0, 1, 2}));
  EXPECT_EQ(Walk(built.view, true), (std::vector<Doc>{0, 1, 2}));
}

// More runs than are taken out of the file at once.
TEST(SortOrder, WalksManyValuesDownwardsWithAbsentOnesLast) {
  constexpr Doc kMany = 1500;
  SortOrderBuilder builder;
  for (Doc doc = 0; doc < kMany; ++doc)
    builder.AddNumber(doc % 3 == 0 ? std::optional<std::int64_t>() : doc);
  const auto built = Build(std::move(builder), true);
  std::vector<Doc> expected;
  for (Doc doc = kMany; doc-- > 0;) {
    if (doc % 3 != 0) expected.push_back(doc);
  }
  for (Doc doc = 0; doc < kMany; doc += 3) expected.push_back(doc);
  EXPECT_EQ(Walk(built.view, true), expected);
}

TEST(SortOrder, DistinguishesTheGreatestNumberFromAnAbsentValue) {
  SortOrderBuilder builder;
  for (const std::optional<std::int64_t> value :
       std::vector<std::optional<std::int64_t>>{std::nullopt, INT64_MAX, 1}) {
    builder.AddNumber(value);
  }
  const auto built = Build(std::move(builder), true);
  EXPECT_EQ(Walk(built.view, true), (std::vector<Doc>{1, 2, 0}));
}

// Two segments of the same key, and what the values of their first documents compare as.
std::strong_ordering CompareFirst(SortOrderBuilder a, SortOrderBuilder b, bool descending = false) {
  const auto built_a = Build(std::move(a), true);
  const auto built_b = Build(std::move(b), true);
  return SortOrder::Compare(built_a.view, built_a.view.Rank(0), built_b.view, built_b.view.Rank(0),
                            descending);
}

TEST(SortOrder, ComparesValuesOfDifferentSegments) {
  const auto text = [](std::vector<std::optional<std::string>> values) {
    SortOrderBuilder builder;
    for (const auto& value : values) builder.AddText(value);
    return builder;
  };
  const auto number = [](std::optional<std::int64_t> value) {
    SortOrderBuilder builder;
    builder.AddNumber(value);
    builder.AddNumber(1);
    return builder;
  };
  EXPECT_EQ(CompareFirst(text({"B", "A"}), text({"B"})), std::strong_ordering::equal);
  EXPECT_EQ(CompareFirst(text({"AALESUND", "A"}), text({"ZEBRA"})), std::strong_ordering::greater);
  EXPECT_EQ(CompareFirst(text({"A", "ZEBRA"}), text({"B"})), std::strong_ordering::less);
  // An absent value is greater than any, also where a segment has no other.
  EXPECT_EQ(CompareFirst(text({std::nullopt}), text({"ÅÅÅ"})), std::strong_ordering::greater);
  EXPECT_EQ(CompareFirst(text({"", "A"}), text({std::nullopt, "B"})), std::strong_ordering::less);
  EXPECT_EQ(CompareFirst(text({std::nullopt}), text({std::nullopt, "A"})),
            std::strong_ordering::equal);
  EXPECT_EQ(CompareFirst(number(7), number(-7)), std::strong_ordering::greater);
  EXPECT_EQ(CompareFirst(number(7), number(7)), std::strong_ordering::equal);
  EXPECT_EQ(CompareFirst(number(7), number(std::nullopt)), std::strong_ordering::less);
  // Downwards the greater value comes first, and an absent one still last.
  EXPECT_EQ(CompareFirst(number(7), number(-7), true), std::strong_ordering::less);
  EXPECT_EQ(CompareFirst(number(7), number(std::nullopt), true), std::strong_ordering::less);
  EXPECT_EQ(CompareFirst(text({std::nullopt}), text({"ÅÅÅ"}), true), std::strong_ordering::greater);
  EXPECT_EQ(CompareFirst(text({"A", "ZEBRA"}), text({"B"}), true), std::strong_ordering::greater);
  EXPECT_EQ(CompareFirst(text({std::nullopt}), text({std::nullopt}), true),
            std::strong_ordering::equal);
}

}  // namespace
}  // namespace orgreg::search
