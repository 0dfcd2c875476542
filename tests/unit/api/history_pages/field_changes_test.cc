// SPDX-License-Identifier: EUPL-1.2

#include "api/history_pages/field_changes.h"

#include <gtest/gtest.h>

#include "formats/json/patch.h"

namespace orgreg::api {
namespace {

// One line a field: "path: before > after", values in order, texts in quotes.
std::vector<std::string> Lines(std::string_view forward, std::string_view backward) {
  std::vector<std::string> lines;
  for (const FieldChange& change : FieldChangesOf(forward, backward)) {
    std::string line = change.path + ":";
    for (const PastValue& value : change.before)
      line += value.is_text ? " '" + value.text + "'" : " " + value.text;
    line += " >";
    for (const PastValue& value : change.after)
      line += value.is_text ? " '" + value.text + "'" : " " + value.text;
    lines.push_back(line);
  }
  return lines;
}

// The same, of the patches that the log would have of a record that changes.
std::vector<std::string> Between(std::string_view before, std::string_view after) {
  return Lines(formats::MakePatch(before, after), formats::MakePatch(after, before));
}

using Texts = std::vector<std::string>;

TEST(FieldChangesOf, HasTheValuesBeforeAndAfter) {
  EXPECT_EQ(Between(R"({"navn":"A","antall":1})", R"({"navn":"B","antall":2})"),
            (Texts{"navn: 'A' > 'B'", "antall: 1 > 2"}));
}

TEST(FieldChangesOf, HasOneSideOfWhatWasAddedOrRemoved) {
  EXPECT_EQ(Between(R"({"a":true})", R"({"b":"x"})"), (Texts{"b: > 'x'", "a: true >"}));
}

TEST(FieldChangesOf, TakesObjectsApart) {
  EXPECT_EQ(Between(R"({})", R"({"adresse":{"sted":"OSLO","linjer":["1","2"]}})"),
            (Texts{"adresse.sted: > 'OSLO'", "adresse.linjer: > '1' '2'"}));
  EXPECT_EQ(Between(R"({"adresse":{"sted":"OSLO","land":null}})", R"({})"),
            (Texts{"adresse.sted: 'OSLO' >"}));
}

TEST(FieldChangesOf, HasOfAListOnlyWhatDiffers) {
  EXPECT_EQ(Between(R"({"a":{"linjer":["C/O A","Storgata 1","3. etasje"]}})",
                    R"({"a":{"linjer":["C/O A","Storgata 2","3. etasje"]}})"),
            (Texts{"a.linjer: 'Storgata 1' > 'Storgata 2'"}));
  EXPECT_EQ(Between(R"({"navn":["GAMLE NAVNET AS","ET ANNET GAMMELT AS"]})",
                    R"({"navn":["GAMLE NAVNET AS"]})"),
            (Texts{"navn: 'ET ANNET GAMMELT AS' >"}));
}

TEST(FieldChangesOf, NamesMembersOfListedObjectsWithoutTheirPlace) {
  EXPECT_EQ(Between(R"({"l":[{"tekst":"a","dato":"2024-01-01"}]})",
                    R"({"l":[{"tekst":"b","dato":"2024-01-01"}]})"),
            (Texts{"l.tekst: 'a' > 'b'"}));
}

TEST(FieldChangesOf, ReadsEscapesOfPointers) {
  EXPECT_EQ(Between(R"({"a/b":{"c~d":1}})", R"({"a/b":{"c~d":2}})"), (Texts{"a/b.c~d: 1 > 2"}));
}

TEST(FieldChangesOf, KeepsMarkupAsItIs) {
  EXPECT_EQ(Between(R"({"navn":"<b>"})", R"({"navn":"\u003ci\u003e"})"),
            (Texts{"navn: '<b>' > '<i>'"}));
}

TEST(FieldChangesOf, HasNothingOfPatchesThatWereErasedOrAreNone) {
  EXPECT_TRUE(FieldChangesOf("", "").empty());
  EXPECT_TRUE(FieldChangesOf("[]", "[]").empty());
  EXPECT_TRUE(FieldChangesOf("[", "{}").empty());
  EXPECT_TRUE(FieldChangesOf(R"([1,"x",{"op":"add"},{"value":1}])", "7").empty());
  EXPECT_EQ(Lines(R"([{"op":"add","path":"","value":1}])", ""), (Texts{": > 1"}));
}

}  // namespace
}  // namespace orgreg::api
