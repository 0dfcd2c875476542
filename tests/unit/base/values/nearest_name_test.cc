// SPDX-License-Identifier: EUPL-1.2

#include "base/values/nearest_name.h"

#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace orgreg::base {
namespace {

const std::vector<std::string_view> kNames = {"serve",  "import",       "apply",   "verify",
                                              "backup", "sub-entities", "--store", "--strict"};

TEST(NearestName, FindsTheNameThatWasMeant) {
  for (const auto& [typed, meant] :
       std::vector<std::pair<const char*, const char*>>{{"serv", "serve"},
                                                        {"sreve", "serve"},
                                                        {"imprt", "import"},
                                                        {"improt", "import"},
                                                        {"aply", "apply"},
                                                        {"verfy", "verify"},
                                                        {"back-up", "backup"},
                                                        {"SERVE", "serve"},
                                                        {"subentities", "sub-entities"},
                                                        {"sub-entites", "sub-entities"},
                                                        {"--stroe", "--store"},
                                                        {"--strcit", "--strict"}}) {
    EXPECT_EQ(NearestName(typed, kNames), meant);
  }
}

TEST(NearestName, GuessesNothingFarFetched) {
  for (const char* typed : {"", "x", "delete", "--port", "entities-of-all-kinds", "help"}) {
    EXPECT_EQ(NearestName(typed, kNames), "") << typed;
  }
  EXPECT_EQ(NearestName(std::string(1'000'000, 'x'), kNames), "");
  EXPECT_EQ(NearestName("serve", {}), "");
}

}  // namespace
}  // namespace orgreg::base
