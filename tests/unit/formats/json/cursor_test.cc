// SPDX-License-Identifier: EUPL-1.2

#include "formats/json/cursor.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace orgreg::formats {
namespace {

TEST(JsonCursor, TakesOneValueAfterTheOther) {
  const std::string_view json = R"({"a":[1,{"b":"]\"}"}],"c":"\\","d":null,"e":-1.50})";
  QuoteMarks marks;
  ASSERT_TRUE(marks.Find(json));
  JsonCursor cursor(json, marks);
  std::vector<std::string> seen;
  ASSERT_TRUE(cursor.Take('{'));
  do {
    std::string_view name;
    std::string_view value;
    ASSERT_TRUE(cursor.TakeString(&name));
    ASSERT_TRUE(cursor.Take(':'));
    ASSERT_TRUE(name == "e" ? cursor.TakeNumber(&value) : cursor.TakeValue(&value)) << name;
    seen.push_back(std::string(name).append("=").append(value));
  } while (cursor.Take(','));
  EXPECT_TRUE(cursor.Take('}'));
  EXPECT_TRUE(cursor.AtEnd());
  EXPECT_EQ(seen,
            (std::vector<std::string>{R"(a=[1,{"b":"]\"}"}])", R"(c="\\")", "d=null", "e=-1.50"}));
}

TEST(JsonCursor, TakesNothingElse) {
  const std::string_view json = R"([true,"a"])";
  QuoteMarks marks;
  ASSERT_TRUE(marks.Find(json));
  JsonCursor cursor(json, marks);
  std::string_view raw;
  EXPECT_FALSE(cursor.Take('{'));
  EXPECT_FALSE(cursor.TakeString(&raw));
  EXPECT_TRUE(cursor.Has("[true"));
  ASSERT_TRUE(cursor.Take('['));
  EXPECT_FALSE(cursor.TakeNumber(&raw));
  EXPECT_FALSE(cursor.Take("false"));
  ASSERT_TRUE(cursor.Take("true"));
  ASSERT_TRUE(cursor.Take(','));
  ASSERT_TRUE(cursor.TakeString(&raw));
  EXPECT_EQ(raw, "a");
  EXPECT_FALSE(cursor.PassValue());  // The list ends here.
}

TEST(JsonCursor, FindsNoValueInTruncatedText) {
  for (const std::string_view json : {"", "[", "{\"a\"", "[[1]", "\"a", "\"a\\\"", "}", "]"}) {
    QuoteMarks marks;
    ASSERT_TRUE(marks.Find(json));
    EXPECT_FALSE(JsonCursor(json, marks).PassValue()) << json;
  }
}

}  // namespace
}  // namespace orgreg::formats
