// SPDX-License-Identifier: EUPL-1.2

#include "search/suggest/suggest.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "search/suggest/name_list.h"
#include "unit/search/in_memory.h"

namespace orgreg::search {
namespace {

using Names = std::vector<std::string>;

class SuggestTest : public ::testing::Test {
 protected:
  static constexpr std::size_t kMost = 10;

  void Load(const std::vector<Labelled>& items) { list_ = *NameList::Make(items); }
  void Load(const Names& names) {
    std::vector<Labelled> items;
    for (const std::string& name : names) items.push_back({.label = name});
    Load(items);
  }

  Names Ask(std::string_view text, std::size_t most = kMost, const DocSet* hidden = nullptr) const {
    SuggestSource source = list_->Source(0);
    source.hidden = hidden;
    Names labels;
    for (const Suggestion& one : Suggest(std::span(&source, 1), ReadTyped(text), most))
      labels.push_back((*list_)[one.doc].label);
    return labels;
  }

  std::shared_ptr<const NameList> list_;
};

TEST_F(SuggestTest, BeginningsComeBeforeWordsAndTheseBeforeErrors) {
  Load({"NORD FJELLVIK AS", "FJELVIKA AS", "FJELLVIK ENERGI AS", "FJELLVIK AS", "ENERGI AS"});
  EXPECT_EQ(Ask("fjellv"),
            (Names{"FJELLVIK AS", "FJELLVIK ENERGI AS", "NORD FJELLVIK AS", "FJELVIKA AS"}));
  EXPECT_EQ(Ask("fjellv", 2), (Names{"FJELLVIK AS", "FJELLVIK ENERGI AS"}));
  EXPECT_EQ(Ask("energi fj"), Names{"FJELLVIK ENERGI AS"});
  EXPECT_EQ(Ask("enrgi fjell"), Names{"FJELLVIK ENERGI AS"});
  EXPECT_EQ(Ask("FJELLVIK, e"), Names{"FJELLVIK ENERGI AS"});
}

TEST_F(SuggestTest, ALegalFormIsLeftOutOrBeginsAnotherWord) {
  Load({"HANSEN SALG AS", "HANSEN AS", "HANSEN BYGG AS"});
  EXPECT_EQ(Ask("hansen sa", 1), Names{"HANSEN SALG AS"});
  EXPECT_EQ(Ask("hansen as"), (Names{"HANSEN AS", "HANSEN SALG AS", "HANSEN BYGG AS"}));
  EXPECT_EQ(Ask("as"), Names{});
}

TEST_F(SuggestTest, LettersMayBeWrittenInAnotherWay) {
  Load({"BÆRUM ELEKTRO", "BÆRUM", "ÅS KOMMUNE"});
  EXPECT_EQ(Ask("baerum el"), Names{"BÆRUM ELEKTRO"});
  EXPECT_EQ(Ask("bærum"), (Names{"BÆRUM", "BÆRUM ELEKTRO"}));
  EXPECT_EQ(Ask("aas"), Names{"ÅS KOMMUNE"});
}

TEST_F(SuggestTest, NothingIsFoundByNothing) {
  Load({"FJELLVIK AS"});
  for (const std::string_view text : {"", " ", "!!!", "%", "x", "1", "fjellvik x", "zzzzzzzzzz"})
    EXPECT_EQ(Ask(text), Names{}) << text;
  Load(Names{});
  EXPECT_EQ(Ask("fjellvik"), Names{});
  EXPECT_EQ(Ask("123"), Names{});
}

TEST_F(SuggestTest, CodesAreFoundByTheirBeginnings) {
  Load({Labelled{.code = "62", .label = "Programmering"},
        Labelled{.code = "62.01", .label = "Utvikling"},
        Labelled{.code = "62.010", .label = "Utvikling av 62"}});
  EXPECT_EQ(Ask("62.01"), (Names{"Utvikling", "Utvikling av 62"}));
  EXPECT_EQ(Ask("6201"), (Names{"Utvikling", "Utvikling av 62"}));
  EXPECT_EQ(Ask("62 010"), Names{"Utvikling av 62"});
  EXPECT_EQ(Ask("62"), Names{"Utvikling av 62"});  // Too short for a code.
}

TEST_F(SuggestTest, HiddenNamesDoNotTakePlaces) {
  Load({"FJELL A", "FJELL B", "FJELL C", "FJELL D"});
  const DocSet hidden = DocSet::FromList(4, {0, 1});
  EXPECT_EQ(Ask("fjell", 2, &hidden), (Names{"FJELL C", "FJELL D"}));
  EXPECT_EQ(Ask("a", 2, &hidden), Names{});
}

// The walk from the shortest name on and the weighing of all give the same.
TEST_F(SuggestTest, ManyNamesWithTheBeginningAreRankedAsFewAre) {
  Names names;
  for (int at = 0; at < 5000; ++at)
    names.push_back("A" + std::to_string(10'000 + at * 7919 % 5000));
  names.emplace_back("A1");
  names.emplace_back("AB LANG");
  for (int at = 0; at < 3000; ++at) names.push_back("B" + std::to_string(at));
  Load(names);
  EXPECT_EQ(Ask("a", 2).front(), "A1");
  EXPECT_EQ(Ask("a", 2).back(), "A10000");
  EXPECT_EQ(Ask("a1", 50).size(), 50);
  EXPECT_EQ(Ask("ab"), Names{"AB LANG"});
}

TEST_F(SuggestTest, LongTextsAreOnlyBeginnings) {
  const std::string name = "A B C D E F G H I J K L M N";
  Load({name});
  EXPECT_EQ(Ask(name), Names{name});
  EXPECT_EQ(Ask("N M L K J I H G F E D C B A"), Names{});
  EXPECT_EQ(Ask("N M L K"), Names{name});
}

}  // namespace
}  // namespace orgreg::search
