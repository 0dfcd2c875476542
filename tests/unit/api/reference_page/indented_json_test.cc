// SPDX-License-Identifier: EUPL-1.2

#include "api/reference_page/indented_json.h"

#include <gtest/gtest.h>

namespace orgreg::api {
namespace {

TEST(IndentJson, GivesEachMemberAndElementALine) {
  EXPECT_EQ(IndentJson(R"({"a":1,"b":[true,null]})"),
            "{\n  \"a\": 1,\n  \"b\": [\n    true,\n    null\n  ]\n}");
}

TEST(IndentJson, LeavesEmptyListsAndObjectsOnTheirLine) {
  EXPECT_EQ(IndentJson(R"({"a":[],"b":{}})"), "{\n  \"a\": [],\n  \"b\": {}\n}");
}

TEST(IndentJson, TakesNoSignOfATextForOneOfTheStructure) {
  EXPECT_EQ(IndentJson(R"(["{\",:[",""])"), "[\n  \"{\\\",:[\",\n  \"\"\n]");
  EXPECT_EQ(IndentJson(R"("\\")"), R"("\\")");
}

}  // namespace
}  // namespace orgreg::api
