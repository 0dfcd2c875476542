// SPDX-License-Identifier: EUPL-1.2

#include "search/columns/term_index.h"

#include <gtest/gtest.h>

#include <map>
#include <random>
#include <set>
#include <string>

#include "unit/search/in_memory.h"

namespace orgreg::search {
namespace {

using Model = std::map<std::string, std::set<Doc>>;

std::vector<Doc> DocsOf(const Postings& postings) {
  std::vector<Doc> docs(postings.list.begin(), postings.list.end());
  ForEachBit(postings.bits, [&](Doc doc) { docs.push_back(doc); });
  return docs;
}

// Builds an index of the model's content, in order of document, and compares.
void ExpectHolds(std::size_t universe, const Model& model) {
  std::vector<std::vector<std::string>> by_doc(universe);
  for (const auto& [term, docs] : model) {
    for (const Doc doc : docs) by_doc[doc].push_back(term);
  }
  TermIndexBuilder builder;
  for (Doc doc = 0; doc < universe; ++doc) {
    for (const std::string& term : by_doc[doc]) builder.Add(doc, term);
    for (const std::string& term : by_doc[doc]) builder.Add(doc, term);  // Counts once.
  }
  const auto built =
      OpenInMemory([&](SegmentFileWriter* writer) { std::move(builder).Write(universe, writer); },
                   [&](SectionReader* reader) { return TermIndex(universe, reader); });
  const TermIndex& index = built.view;
  ASSERT_EQ(index.term_count(), model.size());
  std::size_t place = 0;
  for (const auto& [term, docs] : model) {
    ASSERT_EQ(index.Term(place), term);
    const Postings postings = index.Find(term);
    ASSERT_EQ(postings.count, docs.size());
    ASSERT_EQ(DocsOf(postings), std::vector<Doc>(docs.begin(), docs.end()));
    ASSERT_EQ(!postings.bits.empty(), docs.size() > universe / kDenseShare);
    ASSERT_EQ(DocsOf(index.At(place)), DocsOf(postings));
    ++place;
  }
  EXPECT_EQ(index.Find("no such term").count, 0U);
}

TEST(TermIndex, FindsNothingIfItIsEmpty) { ExpectHolds(10, {}); }

TEST(TermIndex, KeepsTermsOfAnyDensity) {
  std::mt19937 random(1);
  constexpr std::size_t kUniverse = 30'000;
  Model model;
  for (const unsigned one_in : {1U, 2U, 20U, 31U, 33U, 40U, 500U, 20'000U}) {
    std::set<Doc>& docs = model["one in " + std::to_string(one_in)];
    docs.insert(3);
    for (Doc doc = 0; doc < kUniverse; ++doc) {
      if (random() % one_in == 0) docs.insert(doc);
    }
  }
  ExpectHolds(kUniverse, model);
}

// A term that is common among the first documents may be rare in all, and the other way round.
TEST(TermIndex, KeepsTermsWhoseDocumentsCrowd) {
  constexpr Doc kUniverse = 40'000;
  Model model;
  for (Doc doc = 0; doc < 1200; ++doc) model["at the beginning"].insert(doc);
  for (Doc doc = 20'000; doc < 21'100; ++doc) model["in the middle"].insert(doc);
  for (Doc doc = kUniverse - 5000; doc < kUniverse; ++doc) model["at the end"].insert(doc);
  model["at both ends"] = {0, kUniverse - 1};
  ExpectHolds(kUniverse, model);
}

TEST(TermIndex, OrdersManyTermsByTheirBytes) {
  std::mt19937 random(2);
  Model model;
  for (Doc doc = 0; doc < 3000; ++doc) {
    std::string term;
    for (std::size_t left = random() % 30; left > 0; --left)
      term.push_back("ab\xC3\0"[random() % 4]);
    model[term].insert(doc);
  }
  ExpectHolds(3000, model);
}

TEST(TermIndex, FindsTermsByTheirBeginning) {
  TermIndexBuilder builder;
  const char* const terms[] = {"62", "62.020", "62.010", "620", "63"};
  for (Doc doc = 0; doc < std::size(terms); ++doc) builder.Add(doc, terms[doc]);
  for (Doc doc = 5; doc < 200; ++doc) builder.Add(doc, "62.015");
  const auto built =
      OpenInMemory([&](SegmentFileWriter* writer) { std::move(builder).Write(500, writer); },
                   [&](SectionReader* reader) { return TermIndex(500, reader); });
  std::vector<Postings> parts;
  built.view.FindPrefix("62.", &parts);
  ASSERT_EQ(parts.size(), 2U);
  // The term with many documents is apart; the lists of the others are one.
  EXPECT_EQ(parts[0].count, 195U);
  EXPECT_EQ(DocsOf(parts[1]), (std::vector<Doc>{2, 1}));
  EXPECT_FALSE(parts[1].ascends);
  parts.clear();
  built.view.FindPrefix("63", &parts);
  ASSERT_EQ(parts.size(), 1U);
  EXPECT_EQ(DocsOf(parts[0]), std::vector<Doc>{4});
  EXPECT_TRUE(parts[0].ascends);
}

}  // namespace
}  // namespace orgreg::search
