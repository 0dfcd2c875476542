// SPDX-License-Identifier: EUPL-1.2

#include "api/pages/page_place.h"

#include <gtest/gtest.h>

#include <string_view>
#include <vector>

namespace orgreg::api {
namespace {

PagePlace PlaceIn(std::string_view path, std::string_view pages_root,
                  std::string_view wanted = "nb") {
  const std::vector<http::Field> fields = {{.name = "Accept-Language", .value = wanted}};
  http::Request request;
  request.fields = fields;
  request.path = path;
  return PlaceOf(request, pages_root);
}

TEST(PlaceOf, LeadsFromTheAddressToTheRoot) {
  struct Case {
    std::string_view path = {};
    std::string_view root = {};
    std::string_view home = {};
    std::string_view rest = {};
  };
  for (const Case& one :
       {Case{"/", "./", "./", "/"}, Case{"/status", "./", "./", "/status"},
        Case{"/search/entities", "../", "../", "/search/entities"},
        Case{"/unit/912345678/history", "../../", "../../", "/unit/912345678/history"},
        Case{"/nn", "./", "./nn/", ""}, Case{"/nn/", "../", "../nn/", "/"},
        Case{"/en/unit/912345678", "../../", "../../en/", "/unit/912345678"},
        Case{"/sv/status", "../", "../", "/sv/status"}}) {
    for (const std::string_view pages_root : {"", "/register"}) {
      const std::string path = std::string(pages_root).append(one.path);
      const PagePlace place = PlaceIn(path, pages_root);
      EXPECT_EQ(place.root, one.root) << path;
      EXPECT_EQ(place.home, one.home) << path;
      EXPECT_EQ(place.path, one.rest) << path;
    }
  }
}

TEST(PlaceOf, TakesTheLanguageOfTheAddressBeforeThatOfTheBrowser) {
  const PagePlace named = PlaceIn("/nn/status", "", "en");
  EXPECT_EQ(named.language, PageLanguage::kNynorsk);
  EXPECT_TRUE(named.names_language);
  const PagePlace negotiated = PlaceIn("/status", "", "en");
  EXPECT_EQ(negotiated.language, PageLanguage::kEnglish);
  EXPECT_FALSE(negotiated.names_language);
}

TEST(PlaceOf, LinksToTheSamePageInOtherLanguages) {
  EXPECT_EQ(PlaceIn("/unit/1", "").InLanguage(PageLanguage::kEnglish), "../en/unit/1");
  EXPECT_EQ(PlaceIn("/nb/unit/1", "").InLanguage(PageLanguage::kEnglish), "../../en/unit/1");
  EXPECT_EQ(PlaceIn("/nb", "").InLanguage(PageLanguage::kNynorsk), "./nn/");
}

TEST(PlaceElsewhere, LeadsFromAnyAddressToThePages) {
  struct Case {
    std::string_view path = {};
    std::string_view pages_root = {};
    std::string_view root = {};
    std::string_view home = {};
  };
  for (const Case& one :
       {Case{"/nothing", "", "./", "./"}, Case{"/a/b/c", "", "../../", "../../"},
        Case{"/a%2Fb/c", "", "../", "../"}, Case{"/nn/nothing", "", "../", "../nn/"},
        Case{"/nothing", "/register", "register/", "register/"},
        Case{"/register/nn/nothing", "/register", "../../register/", "../../register/nn/"},
        Case{"/nn/nothing", "/register", "../register/", "../register/"}, Case{"*", "", "./", "./"},
        Case{"", "/register", "register/", "register/"}}) {
    http::Request request;
    request.raw_path = one.path;
    request.path = one.path;
    const PagePlace place = PlaceElsewhere(request, one.pages_root);
    EXPECT_EQ(place.root, one.root) << one.path;
    EXPECT_EQ(place.home, one.home) << one.path;
    EXPECT_EQ(place.path, "") << one.path;
  }
}

}  // namespace
}  // namespace orgreg::api
