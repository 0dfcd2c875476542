// SPDX-License-Identifier: EUPL-1.2

#include "records/readers/json_reader.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "render/body_json.h"
#include "unit/records/problem_texts.h"

namespace orgreg::records {
namespace {

using model::Form;
using testing::ElementsAre;

struct Part {
  std::string name = {};
  std::int32_t size = 0;
};

struct Whole {
  base::OrgNumber number = {};
  std::optional<std::string> text = {};
  std::optional<bool> flag = {};
  std::optional<base::Date> day = {};
  std::optional<base::Decimal> amount = {};
  model::LineList lines = {};
  std::optional<Part> part = {};
  std::vector<Part> parts = {};
};

void CheckPart(Part* part, const model::Checking& checking, Problems* problems) {
  if (checking.is_whole && part->size > 9) problems->push_back({"size", "is too large"});
}

constexpr std::array<model::Row, 2> kPartRows = {
    model::Plain<&Part::name>("name", {.is_required = true}),
    model::Plain<&Part::size>("size", {.sparse_in = model::kAllForms}),
};
constexpr model::SchemaOf<Part> kPart = {
    {.rows = kPartRows, .check = model::kCheckBy<Part, CheckPart>}};

constexpr std::array<model::Row, 2> kDayRows = {
    model::Plain<&Whole::day>("day"),
    model::Plain<&Whole::amount>("amount", {.forms = Form::kInventory | Form::kStored}),
};
constexpr model::Schema kDays = {.rows = kDayRows};

constexpr std::array<model::Row, 7> kRows = {
    model::Plain<&Whole::number>("number", {.is_required = true}),
    model::Plain<&Whole::text>("text", {.rule = model::Rule::kFourDigits}),
    model::Plain<&Whole::flag>("flag"),
    model::Group("days", kDays, {.empty_in = Form::kServed}),
    model::Plain<&Whole::lines>("lines"),
    model::Object<&Whole::part>("part", kPart, {.empty_in = model::kAllForms}),
    model::List<&Whole::parts>("parts", kPart),
};
constexpr model::SchemaOf<Whole> kWhole = {{.rows = kRows}};

struct Outcome {
  bool is_taken = false;
  Whole whole = {};
  std::vector<std::string> problems = {};
  std::vector<std::string> unknown = {};
  model::OddValues odd_values = {};
};

Outcome Read(const std::string& text, const Reading& reading = {}) {
  std::string padded;
  padded.reserve(text.size() + JsonReader::kPadding);
  Outcome outcome;
  Problems problems;
  outcome.is_taken = JsonReader().Read(
      kWhole, reading, padded.assign(text), &outcome.whole,
      {.problems = &problems, .unknown = &outcome.unknown, .odd_values = &outcome.odd_values});
  outcome.problems = TextsOf(problems);
  return outcome;
}

std::string Written(const Whole& whole, Form form) {
  std::string out;
  render::AppendBody(kWhole, whole, form, &out);
  return out;
}

// An object with these members and the required one.
std::string With(const std::string& members) { return R"({"number":"312300028",)" + members + "}"; }

const std::string kFull = With(
    R"("text":"1234","flag":true,"days":{"day":"2026-01-02","amount":12.50},"lines":["a",null,""],)"
    R"("part":{"name":"p"},"parts":[{"name":"q","size":3}])");

TEST(JsonReader, ReadsTheWritersBodies) {
  const Outcome outcome = Read(kFull);
  ASSERT_TRUE(outcome.is_taken) << testing::PrintToString(outcome.problems);
  EXPECT_EQ(Written(outcome.whole, Form::kInventory), kFull);
}

TEST(JsonReader, KnowsTheFormsOfABody) {
  const std::string stored = With(
      R"("text":"1234","flag":true,"days":{"day":"2026-01-02","amount":"12.50"},"lines":["a",null,""],)"
      R"("part":{"name":"p"},"parts":[{"name":"q","size":3}])");
  const Whole whole = Read(kFull).whole;
  EXPECT_EQ(Written(whole, Form::kStored), stored);
  EXPECT_EQ(Written(Read(stored, {.form = Form::kStored}).whole, Form::kStored), stored);
  EXPECT_THAT(Read(stored, {.form = Form::kServed}).unknown, ElementsAre("days.amount"));
  EXPECT_EQ(Written(whole, Form::kServed).find("amount"), std::string::npos);
  EXPECT_EQ(Written({}, Form::kServed), R"({"number":"000000000","days":{},"parts":[]})");
}

TEST(JsonReader, NamesEverythingThatIsWrongByItsPath) {
  EXPECT_THAT(
      Read(R"({"text":1,"flag":"x","days":{"day":"x","amount":"x"},"lines":["a",1],)"
           R"("part":[],"parts":[1,{"size":-1},{"name":"n","size":10}]})")
          .problems,
      ElementsAre("text: is not text", "flag: is neither true nor false",
                  "days.day: is not a date yyyy-MM-dd", "days.amount: is not an amount",
                  "lines[1]: is not text", "part: is not an object", "parts[0]: is not an object",
                  "parts[1].size: is not a whole number from 0", "parts[1].name: is missing",
                  "parts[2].size: is too large", "number: is missing"));
  EXPECT_THAT(Read(With(R"("days":1,"lines":1,"parts":1)")).problems,
              ElementsAre("days: is not an object", "lines: is not a list",
                          "parts: is not a list of objects"));
}

TEST(JsonReader, SaysOnceThatTextIsNotJson) {
  for (const char* text :
       {"", "{", "{\"number\":\"312300028\"", "{\"number\":tru}", "{\"number\":01}",
        "{\"number\":\"312300028\",\"new\":tru}", "{\"number\":\"312300028\",\"parts\":[{]}", "[1",
        "{\"text\":{\"a\":}}", "{\"number\":nul}"}) {
    const Outcome outcome = Read(text);
    EXPECT_FALSE(outcome.is_taken) << text;
    EXPECT_THAT(outcome.problems, ElementsAre("is not well-formed JSON")) << text;
  }
  EXPECT_THAT(Read("[]").problems, ElementsAre("is not a JSON object"));
  EXPECT_THAT(Read(kFull + "{}").problems, ElementsAre("is followed by something else"));
  EXPECT_THAT(Read("{\"text\":\"\xff\"}").problems, ElementsAre("is not UTF-8"));
}

TEST(JsonReader, TreatsAbsentMembersAsMissing) {
  const std::string text = With(R"("text":"","days":null,"part":"","flag":null)");
  EXPECT_TRUE(Read(text).is_taken);
  EXPECT_THAT(Read(text, {.absent = Reading::Absent::kNull}).problems,
              ElementsAre("part: is not an object"));
  EXPECT_THAT(Read(With(R"("flag":null)"), {.absent = Reading::Absent::kNone}).problems,
              ElementsAre("flag: is neither true nor false"));
}

TEST(JsonReader, ReportsMembersThatItDoesNotKnow) {
  const std::string text =
      With(R"("new":{"a":[1]},"_links":{},"parts":[{"name":"n","new":1}],"01817000000":1)");
  EXPECT_THAT(Read(text).unknown, ElementsAre("new", "parts[0].new", "(name not shown)"));
  EXPECT_THAT(Read(text, {.is_of_people = true}).unknown,
              ElementsAre("new", "parts.new", "(name not shown)"));
}

TEST(JsonReader, RefusesIdentificationNumbersInTextsOfPeople) {
  const auto number = base::IdentityNumber::MakeSynthetic(*base::Date::Parse("1970-01-01"), 100);
  ASSERT_TRUE(number);
  const std::string text = With("\"text\":\"" + std::string(number->Reveal()) + "\"");
  EXPECT_TRUE(Read(text).is_taken);
  EXPECT_THAT(Read(text, {.refuses_identity_numbers = true}).problems,
              ElementsAre("text: holds an identification number"));
}

TEST(JsonReader, HoldsTextsToTheirRules) {
  const Outcome outcome = Read(With(R"("text":"12345")"));
  EXPECT_TRUE(outcome.is_taken);
  ASSERT_EQ(outcome.odd_values.size(), 1U);
  EXPECT_EQ(outcome.odd_values[0].path, "text");
  EXPECT_EQ(outcome.odd_values[0].value, "12345");
}

}  // namespace
}  // namespace orgreg::records
