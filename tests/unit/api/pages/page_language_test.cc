// SPDX-License-Identifier: EUPL-1.2

#include "api/pages/page_language.h"

#include <gtest/gtest.h>

#include <string_view>
#include <vector>

#include "api/pages/words.h"

namespace orgreg::api {
namespace {

std::string_view WantedIn(std::string_view wanted) {
  const std::vector<http::Field> fields = {{.name = "accept-language", .value = wanted}};
  http::Request request;
  request.fields = fields;
  return CodeOf(PageLanguageFor(request));
}

TEST(PageLanguageFor, TakesWhatIsWantedMost) {
  EXPECT_EQ(WantedIn("en-GB,en;q=0.9,nb;q=0.8"), "en");
  EXPECT_EQ(WantedIn("en;q=0.5, nn-NO;q=0.7"), "nn");
  EXPECT_EQ(WantedIn("NO"), "nb");
  EXPECT_EQ(WantedIn("nn, nb"), "nn");
}

TEST(PageLanguageFor, IsBokmaalForWhoeverWantsNothingThatThereIs) {
  for (const std::string_view wanted : {"", "*", "de, sv;q=0.9", "en;q=0", "english", ";;q=,"})
    EXPECT_EQ(WantedIn(wanted), "nb") << wanted;
}

TEST(LanguageWithCode, KnowsOnlyTheExactCodes) {
  EXPECT_EQ(LanguageWithCode("nn"), PageLanguage::kNynorsk);
  for (const std::string_view code : {"", "n", "NN", "no", "nno"})
    EXPECT_FALSE(LanguageWithCode(code)) << code;
}

TEST(WordsFor, HasATextInEachLanguage) {
  EXPECT_EQ(WordsFor("register", PageLanguage::kBokmaal), "Enhetsregisteret");
  EXPECT_EQ(WordsFor("register", PageLanguage::kNynorsk), "Einingsregisteret");
  EXPECT_EQ(WordsFor("register", PageLanguage::kEnglish), "Register of legal entities");
}

TEST(WordsFor, GivesTheKeyOfATextThatDoesNotExist) {
  for (const std::string_view key : {"no.such", "", "key"})
    EXPECT_EQ(WordsFor(key, PageLanguage::kEnglish), key);
}

}  // namespace
}  // namespace orgreg::api
