// SPDX-License-Identifier: EUPL-1.2

#include "api/answers/wishes.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace orgreg::api {
namespace {

constexpr std::string_view kJavasDefault = "text/html, image/gif, image/jpeg, *; q=.2, */*; q=.2";
constexpr std::string_view kBrowsersPage =
    "text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,*/*;q=0.8";

bool IsProblem(std::string_view accept, std::string_view usual = "application/json") {
  const std::vector<http::Field> fields = {{.name = "Accept", .value = accept}};
  http::Request request;
  request.fields = fields;
  return AsksForProblem(request, usual);
}

bool IsPage(std::string_view accept, std::string_view mode) {
  const std::vector<http::Field> fields = {{.name = "Accept", .value = accept},
                                           {.name = "Sec-Fetch-Mode", .value = mode}};
  http::Request request;
  request.fields = fields;
  return AsksForPage(request);
}

Language LanguageIn(std::string_view wanted, Language usual) {
  const std::vector<http::Field> fields = {{.name = "accept-language", .value = wanted}};
  http::Request request;
  request.fields = fields;
  return LanguageFor(request, usual);
}

TEST(AsksForProblem, IfTheTypeIsNamedAndWantedMore) {
  for (const std::string_view accept :
       {"application/problem+json", "Application/Problem+JSON",
        "application/problem+json, application/json",
        "application/json;q=0.9, application/problem+json",
        "application/problem+json;q=0.5, */*;q=0.1", "text/html, application/problem+json"}) {
    EXPECT_TRUE(IsProblem(accept)) << accept;
  }
}

TEST(AsksForProblem, NotOtherwise) {
  for (const std::string_view accept :
       {std::string_view(""), std::string_view("*/*"), std::string_view("application/*"),
        std::string_view("application/json"), kJavasDefault, kBrowsersPage,
        std::string_view("application/json, application/problem+json"),
        std::string_view("application/problem+json;q=0.5, application/json"),
        std::string_view("application/problem+json;q=0.5, */*"),
        std::string_view("application/problem+json;q=0"),
        std::string_view("application/problem+xml"), std::string_view("*/*+json")}) {
    EXPECT_FALSE(IsProblem(accept)) << accept;
  }
  EXPECT_FALSE(IsProblem("application/xml, application/problem+json", "application/xml"));
}

TEST(AsksForPage, IfABrowserOpensAnAddress) {
  EXPECT_TRUE(IsPage(kBrowsersPage, "navigate"));
  EXPECT_FALSE(IsPage(kBrowsersPage, "cors"));
  EXPECT_FALSE(IsPage(kBrowsersPage, ""));
  EXPECT_FALSE(IsPage("*/*", "navigate"));
  EXPECT_FALSE(IsPage("application/json, text/html", "navigate"));
  EXPECT_FALSE(IsPage("text/*", "navigate"));
}

TEST(LanguageFor, IsTheOneThatIsWantedMost) {
  struct Case {
    std::string_view wanted;
    Language language;
  };
  for (const Language usual : {Language::kEnglish, Language::kNorwegian}) {
    for (const auto& [wanted, language] : std::vector<Case>{
             {"en", Language::kEnglish},
             {"en-GB,en;q=0.9,nb;q=0.5", Language::kEnglish},
             {"nb", Language::kNorwegian},
             {"no-NO", Language::kNorwegian},
             {"nn;q=0.8,en;q=0.2", Language::kNorwegian},
             {"de, en;q=0.1", Language::kEnglish},
             {"", usual},
             {"*", usual},
             {"de", usual},
             {"en, nb", usual},
             {"en;q=0", usual},
             {"english", usual},
         }) {
      EXPECT_EQ(LanguageIn(wanted, usual), language) << wanted;
    }
  }
}

}  // namespace
}  // namespace orgreg::api
