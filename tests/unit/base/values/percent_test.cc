// SPDX-License-Identifier: EUPL-1.2

#include "base/values/percent.h"

#include <gtest/gtest.h>

namespace orgreg::base {
namespace {

std::string Decoded(std::string_view text, Plus plus = Plus::kLiteral) {
  std::string out;
  return PercentDecode(text, plus, &out) ? out : "(refused)";
}

TEST(PercentDecode, DecodesEachEscapeOnce) {
  EXPECT_EQ(Decoded(""), "");
  EXPECT_EQ(Decoded("S%C3%86R"), "SÆR");
  EXPECT_EQ(Decoded("%c3%86"), "Æ");
  EXPECT_EQ(Decoded("%2541"), "%41");
  EXPECT_EQ(Decoded("%00"), std::string(1, '\0'));
}

TEST(PercentDecode, TakesPlusAsAskedTo) {
  EXPECT_EQ(Decoded("a+b%2B", Plus::kLiteral), "a+b+");
  EXPECT_EQ(Decoded("a+b%2B", Plus::kSpace), "a b+");
}

TEST(PercentDecode, RefusesBrokenEscapes) {
  for (const char* text : {"%", "a%", "%4", "%4g", "%g4", "%%41", "% 41", "%+1", "%-1", "%0x1"}) {
    EXPECT_EQ(Decoded(text), "(refused)") << text;
  }
}

TEST(AppendPercentEncoded, KeepsOnlyUnreservedBytes) {
  std::string out = "x/";
  AppendPercentEncoded("aZ09-._~ /?&=+%Æ\n", &out);
  EXPECT_EQ(out, "x/aZ09-._~%20%2F%3F%26%3D%2B%25%C3%86%0A");
}

TEST(AppendPercentEncoded, IsUndoneByDecoding) {
  std::string all;
  for (int byte = 0; byte < 256; ++byte) all.push_back(static_cast<char>(byte));
  std::string encoded;
  AppendPercentEncoded(all, &encoded);
  EXPECT_EQ(Decoded(encoded, Plus::kSpace), all);
}

TEST(AppendSafeQuery, RepeatsAllowedCharactersToTheByte) {
  const std::string query = "navn=a+b%20c&sort=navn,asc;x=!$'()*@:/?-._~%c3%86";
  std::string out;
  AppendSafeQuery(query, &out);
  EXPECT_EQ(out, query);
}

TEST(AppendSafeQuery, EncodesOtherCharacters) {
  std::string out;
  AppendSafeQuery("a=\"<b>\" #\\^`{|}[]\r\n\x7fÆ%zz%4%", &out);
  EXPECT_EQ(out, "a=%22%3Cb%3E%22%20%23%5C%5E%60%7B%7C%7D%5B%5D%0D%0A%7F%C3%86%25zz%254%25");
}

}  // namespace
}  // namespace orgreg::base
