#include "search/sort_order.h"

#include <gtest/gtest.h>

#include "in_memory.h"

namespace orgreg::search {
namespace {

InMemory<SortOrder> Build(SortOrderBuilder builder, bool alphabetical) {
  return OpenInMemory(
      [&](SegmentFileWriter* writer) { std::move(builder).Write(alphabetical, writer); },
      [](SectionReader* reader) { return SortOrder(reader); });
}

std::vector<Doc> Walk(const SortOrder& order, bool descending) {
  std::vector<Doc> docs;
  order.WalkRuns(descending, [&](std::span<const Doc> run) {
    docs.insert(docs.end(), run.begin(), run.end());
    return true;
  });
  return docs;
}

TEST(SortOrder, PutsAbsentLastGoingUpAndFirstGoingDownAndKeepsTiesByNumber) {
  SortOrderBuilder builder;
  for (const std::optional<std::int64_t> value :
       std::vector<std::optional<std::int64_t>>{7, std::nullopt, 3, 7, std::nullopt, 5}) {
    builder.AddNumber(value);
  }
  const auto built = Build(std::move(builder), true);
  const SortOrder& order = built.view;
  EXPECT_EQ(Walk(order, false), (std::vector<Doc>{2, 5, 0, 3, 1, 4}));
  EXPECT_EQ(Walk(order, true), (std::vector<Doc>{1, 4, 0, 3, 5, 2}));
  EXPECT_EQ(order.Rank(0), order.Rank(3));
  EXPECT_LT(order.Rank(0), order.Rank(1));
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

// AAFY is a code: its two letters are no å.
TEST(SortOrder, OrdersCodesByTheirCharacters) {
  SortOrderBuilder builder;
  const std::vector<std::string> codes = {"BEDR", "SÆR", "AAFY", "STI"};
  for (const std::string& code : codes) builder.AddText(code);
  const auto built = Build(std::move(builder), false);
  const SortOrder& order = built.view;
  EXPECT_EQ(Walk(order, false), (std::vector<Doc>{2, 0, 3, 1}));
}

TEST(SortOrder, OfNothingIsEmpty) {
  const auto built = Build(SortOrderBuilder(), true);
  const SortOrder& order = built.view;
  EXPECT_TRUE(Walk(order, false).empty());
}

}  // namespace
}  // namespace orgreg::search
