#include "base/fold.h"

#include <gtest/gtest.h>

#include <string>
#include <utility>

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

TEST(FoldedWords, CutsAtEverythingButLettersAndDigits) {
  EXPECT_EQ(FoldedWords("A/S 123-BYGG,NØR.D"),
            (std::vector<std::string>{"a", "s", "123", "bygg", "nør", "d"}));
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
