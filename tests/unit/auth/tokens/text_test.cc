#include "auth/tokens/text.h"

#include <gtest/gtest.h>

#include <string>
#include <string_view>

namespace orgreg::auth {
namespace {

TEST(Base64Url, WritesAndReadsTheExamplesOfRfc4648) {
  const std::pair<std::string_view, std::string_view> examples[] = {
      {"", ""},           {"f", "Zg"},          {"fo", "Zm8"},          {"foo", "Zm9v"},
      {"foob", "Zm9vYg"}, {"fooba", "Zm9vYmE"}, {"foobar", "Zm9vYmFy"}, {"\xFB\xFF\xBF", "-_-_"}};
  for (const auto& [bytes, text] : examples) {
    EXPECT_EQ(EncodeBase64Url(bytes), text);
    EXPECT_EQ(DecodeBase64Url(text), std::string(bytes));
  }
}

TEST(Base64Url, ReadsBackWhatItWrote) {
  std::string bytes;
  for (int i = 0; i < 600; ++i) {
    EXPECT_EQ(DecodeBase64Url(EncodeBase64Url(bytes)), bytes);
    bytes.push_back(static_cast<char>(i * 37));
  }
}

TEST(Base64Url, RefusesEveryOtherWriting) {
  for (const std::string_view text : {"Z",     "Zg=",    "Zg==",    "Zm8=",  "Zm9vY",
                                      "Zh",    "Zn",     "Z_",      "Zm9",   "Zm-",
                                      "Zm9v+", "Zm9v/w", "Zm9v Zg", " Zm9v", "Zm9v\n",
                                      "Zm9v.", "Zm9%",   "====",    "=",     "\xC3\xA6\xC3\xA6"})
    EXPECT_FALSE(DecodeBase64Url(text).has_value()) << text;
  EXPECT_FALSE(DecodeBase64Url(std::string_view("Zm9\0", 4)).has_value());
}

TEST(SplitToken, GivesTheThreeParts) {
  const auto parts = SplitToken("aa.bbb.c");
  ASSERT_TRUE(parts.has_value());
  EXPECT_EQ(parts->header, "aa");
  EXPECT_EQ(parts->payload, "bbb");
  EXPECT_EQ(parts->signature, "c");
  EXPECT_EQ(parts->signed_text, "aa.bbb");
}

TEST(SplitToken, RefusesOtherNumbersOfParts) {
  for (const std::string_view token : {"", ".", "..", "...", "a", "a.", "a.b", "a.b.", "a..c",
                                       ".b.c", "a.b.c.", ".a.b.c", "a.b.c.d", "a.b.c.d.e"})
    EXPECT_FALSE(SplitToken(token).has_value()) << token;
}

}  // namespace
}  // namespace orgreg::auth
