// SPDX-License-Identifier: EUPL-1.2

#include "base/values/fold.h"

#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

namespace orgreg::base {
namespace {

TEST(FoldedText, IgnoresCaseAccentsAndPunctuation) {
  const std::pair<const char*, const char*> cases[] = {
      {"FJELLVIK ENERGI AS", "fjellvik energi as"},
      {"  Café-Bar & Co. ", "cafe bar co"},
      {"CAFE\u0301 BAR", "cafe bar"},  // An accent as a character of its own.
      {"FINN.NO", "finn no"},
      {"Müller & Söhne", "muller sohne"},
      {"ß", "ss"},
      {"１２３ ﬁsk", "123 fisk"},
      {"", ""},
      {"!?&", ""},
  };
  for (const auto& [text, expected] : cases) EXPECT_EQ(FoldedText(text), expected) << text;
}

TEST(FoldedText, KeepsNorwegianLetters) {
  EXPECT_EQ(FoldedText("BLÅBÆR OG RØDGRØT"), "blåbær og rødgrøt");
  EXPECT_EQ(FoldedText("A\u030AS"), "ås");  // Å written as A and a ring.
  EXPECT_EQ(FoldedText("ÆØÅ"), "æøå");
  EXPECT_EQ(FoldedText("aÅa"), "aåa");
}

// A character beyond Latin has the whole text folded by other means, which must agree: here
// for every Latin character, between letters, at both ends and next to another.
TEST(FoldedText, FoldsLatinTheSameNextToOtherScripts) {
  for (unsigned character = 0x80; character < 0x260; ++character) {
    const std::string latin = {static_cast<char>(0xC0U | character >> 6U),
                               static_cast<char>(0x80U | (character & 0x3FU))};
    for (const std::string& text : {latin, "x" + latin + "x", latin + latin, "a " + latin + "Ås",
                                    "-" + latin + "-", "A" + latin + "½" + latin}) {
      std::string alone = FoldedText(text);
      if (!alone.empty()) alone.push_back(' ');
      EXPECT_EQ(alone + "中", FoldedText(text + " 中")) << text;
    }
  }
}

TEST(FoldedText, FoldsFractionsLigaturesAndHyphens) {
  const std::pair<const char*, const char*> cases[] = {
      {"2 ½ Ĳ", "2 1 2 ij"},
      {"so­ft", "soft"},
      {"Ǻ", "å"},
      {"Łódź", "łodz"},
  };
  for (const auto& [text, expected] : cases) EXPECT_EQ(FoldedText(text), expected) << text;
}

TEST(AppendFolded, KeepsTheTextBefore) {
  std::string text = "before";
  AppendFolded(" Å ", &text);
  EXPECT_EQ(text, "beforeå");
  AppendFolded("中", &text);
  EXPECT_EQ(text, "beforeå中");
}

TEST(ForEachWord, GivesEachWordOnce) {
  for (const auto& [folded, expected] :
       std::vector<std::pair<std::string, std::vector<std::string>>>{
           {"", {}}, {"a", {"a"}}, {"a b ås", {"a", "b", "ås"}}}) {
    std::vector<std::string> words;
    ForEachWord(folded, [&](std::string_view word) { words.emplace_back(word); });
    EXPECT_EQ(words, expected);
  }
}

TEST(FoldedText, CutsWordsAtEverythingButLettersAndDigits) {
  EXPECT_EQ(FoldedText("A/S 123-BYGG,NØR.D"), "a s 123 bygg nør d");
}

TEST(IsUtf8, RefusesBrokenText) {
  for (const char* text : {"", "abc", "ærø", "\xF0\x9F\x98\x80"}) EXPECT_TRUE(IsUtf8(text)) << text;
  for (const char* text :
       {"\xC3", "\xFF", "\xC0\xAF", "\xED\xA0\x80", "a\x80z", "\xF4\x90\x80\x80"}) {
    EXPECT_FALSE(IsUtf8(text)) << text;
  }
}

TEST(CountCharacters, CountsCharactersNotBytes) {
  EXPECT_EQ(CountCharacters("ærø"), 3U);
  EXPECT_EQ(CountCharacters(""), 0U);
}

}  // namespace
}  // namespace orgreg::base
