// SPDX-License-Identifier: EUPL-1.2

#include "search/suggest/word_errors.h"

#include <gtest/gtest.h>

#include <set>
#include <string>
#include <vector>

#include "unit/search/in_memory.h"

namespace orgreg::search {
namespace {

struct Case {
  std::string_view word;
  std::string_view typed;
  std::size_t least = 0;  // The least errors with which the word begins so; 3: more than two.
};

TEST(BeginsWithErrors, CountsErrorsUpToTheEndOfWhatIsTyped) {
  const std::vector<Case> cases = {
      {"fjellvik", "fjell", 0},
      {"fjellvik", "fjellvik", 0},
      {"fjellvik", "fjel", 0},
      {"fjellvik", "fjelv", 1},
      {"fjellvik", "fjlel", 1},
      {"fjellvik", "jell", 1},
      {"fjellvik", "fjxellvik", 1},
      {"fjellvik", "fjxllvik", 1},
      {"fjellvik", "fjellvikk", 1},
      {"fjellvik", "fejlvik", 2},
      {"fjellvik", "xjelvik", 2},
      {"fjellvik", "fjellvikxy", 2},
      {"fjell", "fjellvik", 3},
      {"fjellvik", "vikfjell", 3},
      {"", "abc", 3},
      {"a", "abcd", 3},
      {"fjellvik", "xyllvik", 3},
  };
  for (const Case& one : cases) {
    for (std::size_t most = 0; most <= 2; ++most)
      EXPECT_EQ(BeginsWithErrors(one.word, one.typed, most), most >= one.least)
          << one.word << " " << one.typed << " " << most;
  }
}

class WordsWithErrorsTest : public ::testing::Test {
 protected:
  void Load(const std::vector<std::string>& names) {
    NameIndexBuilder builder;
    for (const std::string& name : names) builder.Add(model::Unit{.name = name});
    index_ = OpenInMemory([&](SegmentFileWriter* writer) { std::move(builder).Write(writer); },
                          [&](SectionReader* reader) { return NameIndex(names.size(), reader); });
  }

  std::set<std::string> Find(std::string_view typed, std::size_t most) const {
    std::set<std::string> words;
    for (const Range& range : WordsWithErrors(index_.view, typed, most)) {
      for (const std::uint32_t term : index_.view.TermsByLoose(range))
        words.emplace(index_.view.words().Term(term));
    }
    return words;
  }

  InMemory<NameIndex> index_;
};

TEST_F(WordsWithErrorsTest, FindsTheWordsThatBeginSo) {
  Load({"BYGG", "BYGGMESTER", "BRYGGE", "BØYG", "FJELL", "BAD"});
  EXPECT_EQ(Find("bygg", 0), (std::set<std::string>{"bygg", "byggmester"}));
  EXPECT_EQ(Find("bygg", 1), (std::set<std::string>{"bygg", "byggmester", "brygge"}));
  EXPECT_EQ(Find("ygg", 0), std::set<std::string>());
  EXPECT_EQ(Find("xxxx", 1), std::set<std::string>());
}

TEST_F(WordsWithErrorsTest, TwoErrorsMayNotBothBeAtTheBeginning) {
  Load({"EIENDOMSMEGLER", "EIENDELER"});
  EXPECT_EQ(Find("eindomsmegle", 2), std::set<std::string>{"eiendomsmegler"});
  EXPECT_EQ(Find("eindomsmgle", 2), std::set<std::string>{"eiendomsmegler"});
  EXPECT_EQ(Find("einedomsmelger", 2), std::set<std::string>{"eiendomsmegler"});
  EXPECT_EQ(Find("xindomsmegle", 2), std::set<std::string>());
}

TEST_F(WordsWithErrorsTest, EmptyIndexesHaveNoWords) {
  Load({});
  EXPECT_EQ(Find("bygg", 1), std::set<std::string>());
  EXPECT_EQ(Find("eiendomsmegler", 2), std::set<std::string>());
}

}  // namespace
}  // namespace orgreg::search
