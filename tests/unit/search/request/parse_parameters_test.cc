// SPDX-License-Identifier: EUPL-1.2

#include "search/request/parse_parameters.h"

#include <gtest/gtest.h>

#include <array>
#include <string>
#include <vector>

namespace orgreg::search {
namespace {

constexpr std::array<std::string_view, 2> kColours = {"red", "green"};
constexpr std::array<std::string_view, 2> kKeys = {"name", "age"};
constexpr std::array kRows = {
    ParameterRow{.name = "number", .in = In::kPath, .rule = model::Rule::kOrgNumber},
    ParameterRow{
        .name = "few", .takes = Takes::kWhole, .wrong = Reason::kNotBetween, .most = 9, .usual = 5},
    ParameterRow{.name = "many",
                 .takes = Takes::kWhole,
                 .wrong = Reason::kNotBetween,
                 .most = 9,
                 .takes_any_larger = true},
    ParameterRow{
        .name = "signed", .takes = Takes::kWhole, .wrong = Reason::kNotWholeNumber, .least = -7},
    ParameterRow{.name = "year",
                 .takes = Takes::kWhole,
                 .wrong = Reason::kNotFourDigits,
                 .least = 0,
                 .digits = 4},
    ParameterRow{.name = "colour",
                 .takes = Takes::kChoice,
                 .wrong = Reason::kNotChoice,
                 .choices = kColours},
    ParameterRow{.name = "day", .takes = Takes::kDay, .wrong = Reason::kNotDate},
    ParameterRow{.name = "codes", .takes = Takes::kTexts, .rule = model::Rule::kFourDigits},
    ParameterRow{.name = "sort", .takes = Takes::kSort},
    ParameterRow{.name = "colours",
                 .takes = Takes::kChoices,
                 .wrong = Reason::kNotChoice,
                 .choices = kColours},
};
constexpr ParameterTable kTable = {.rows = kRows, .sort_keys = kKeys};

std::vector<Reason> ReasonsOf(const std::vector<Argument>& arguments) {
  Problems problems;
  ParseParameters(kTable, arguments, &problems);
  std::vector<Reason> reasons;
  for (const Problem& problem : problems) reasons.push_back(problem.reason);
  return reasons;
}

TEST(ParseParameters, TakesTheValuesOfItsRow) {
  Problems problems;
  const std::vector<Argument> arguments = {{"few", "9"},        {"many", "99999999999999999999"},
                                           {"signed", "-7"},    {"year", "0007"},
                                           {"colour", "green"}, {"day", "2026-02-28"},
                                           {"codes", "1,0301"}, {"codes", "0302"},
                                           {"sort", "age,desc"}};
  const Values values = ParseParameters(kTable, arguments, &problems);
  EXPECT_EQ(values.Whole(kRows[1]), 9);
  EXPECT_EQ(values.Whole(kRows[2]), 9);
  EXPECT_EQ(values.Whole(kRows[3]), -7);
  EXPECT_EQ(values.Whole(kRows[4]), 7);
  EXPECT_EQ(values.Whole(kRows[5]), 1);
  EXPECT_EQ(values.Text(kRows[5]), "green");
  EXPECT_EQ(values.Day(kRows[6]), base::Date::Parse("2026-02-28"));
  EXPECT_EQ(values.all().back().whole, 3);
  ASSERT_EQ(problems.size(), 1U);
  EXPECT_EQ(problems[0].reason, Reason::kNotFourDigits);
  EXPECT_EQ(problems[0].value, "[1]");
}

TEST(ParseParameters, TakesSeveralChoices) {
  Problems problems;
  const std::vector<Argument> arguments = {{"colours", "red,green"}, {"colours", "Red,,red"}};
  const Values values = ParseParameters(kTable, arguments, &problems);
  ASSERT_EQ(problems.size(), 2U);
  EXPECT_EQ(problems[0].reason, Reason::kNotChoice);
  EXPECT_EQ(problems[0].value, "[Red]");
  EXPECT_EQ(problems[1].reason, Reason::kEmpty);
  EXPECT_EQ(values.all().front().items, (std::vector<std::string_view>{"red", "green", "red"}));
}

TEST(ParameterParser, DoesNotMissWhatCannotBeDecoded) {
  constexpr std::array kRequired = {ParameterRow{.name = "few", .is_required = true},
                                    ParameterRow{.name = "other", .is_required = true}};
  Problems problems;
  Values values({.rows = kRequired});
  ParameterParser parser(&values, &problems);
  parser.TakeUndecoded("few");
  parser.TakeUndecoded("");
  parser.TakeUndecoded("unknown");
  parser.Finish();
  ASSERT_EQ(problems.size(), 1U);
  EXPECT_EQ(problems[0].parameters, std::vector<std::string>{"other"});
}

TEST(ParseParameters, ReportsARequiredParameterThatIsMissing) {
  constexpr std::array kRequired = {ParameterRow{.name = "few", .is_required = true}};
  Problems problems;
  ParseParameters({.rows = kRequired}, {}, &problems);
  ASSERT_EQ(problems.size(), 1U);
  EXPECT_EQ(problems[0].reason, Reason::kEmpty);
  EXPECT_EQ(problems[0].parameters, std::vector<std::string>{"few"});
  problems.clear();
  const std::vector<Argument> arguments = {{"few", "1"}};
  ParseParameters({.rows = kRequired}, arguments, &problems);
  EXPECT_TRUE(problems.empty());
}

TEST(ParseParameters, HasTheUsualNumberIfNoneIsGiven) {
  Problems problems;
  const Values values = ParseParameters(kTable, {}, &problems);
  EXPECT_TRUE(problems.empty());
  EXPECT_EQ(values.Whole(kRows[1]), 5);
  EXPECT_FALSE(values.Has(kRows[1]));
  EXPECT_FALSE(values.Day(kRows[6]));
}

TEST(ParseParameters, NamesTheProblem) {
  const std::pair<Argument, Reason> cases[] = {
      {{"Few", "1"}, Reason::kUnknownParameter},
      {{"number", "312300028"}, Reason::kUnknownParameter},
      {{"few", ""}, Reason::kEmpty},
      {{"few", "0"}, Reason::kNotBetween},
      {{"few", "10"}, Reason::kNotBetween},
      {{"few", "-1"}, Reason::kNotBetween},
      {{"few", "1x"}, Reason::kNotBetween},
      {{"few", "99999999999999999999"}, Reason::kNotBetween},
      {{"many", "-99999999999999999999"}, Reason::kNotBetween},
      {{"signed", "-8"}, Reason::kNotWholeNumber},
      {{"signed", "-99999999999999999999"}, Reason::kNotWholeNumber},
      {{"signed", "99999999999999999999"}, Reason::kNotWholeNumber},
      {{"year", "207"}, Reason::kNotFourDigits},
      {{"year", "02026"}, Reason::kNotFourDigits},
      {{"colour", "Green"}, Reason::kNotChoice},
      {{"day", "2026-02-30"}, Reason::kNotDate},
      {{"codes", ""}, Reason::kEmpty},
      {{"sort", "weight"}, Reason::kNotSortKey},
      {{"sort", "age,up"}, Reason::kNotSortDirection},
  };
  for (const auto& [argument, reason] : cases) {
    EXPECT_EQ(ReasonsOf({argument}), std::vector{reason}) << argument.name << argument.value;
  }
}

TEST(ParseParameters, RejectsASecondValueEvenIfTheFirstWasWrong) {
  EXPECT_EQ(ReasonsOf({{"few", "1"}, {"few", "1"}}), std::vector{Reason::kRepeated});
  EXPECT_EQ(ReasonsOf({{"few", "x"}, {"few", "1"}}),
            (std::vector{Reason::kNotBetween, Reason::kRepeated}));
  EXPECT_TRUE(
      ReasonsOf({{"sort", "age"}, {"sort", "name"}, {"codes", "0301"}, {"codes", "0302"}}).empty());
}

// Reference, Errors: the wrong value takes the place of the parameter's name.
TEST(ParseParameters, ReadsThePath) {
  Problems problems;
  Values values(kTable);
  ParameterParser(&values, &problems).TakePath(kRows[0], "312300028");
  EXPECT_EQ(values.Number(kRows[0]), base::OrgNumber(312300028));
  EXPECT_TRUE(problems.empty());
  ParameterParser(&values, &problems).TakePath(kRows[0], "31230002x");
  ASSERT_EQ(problems.size(), 1U);
  EXPECT_EQ(problems[0].reason, Reason::kNotOrgNumber);
  EXPECT_EQ(problems[0].parameters, std::vector<std::string>{"31230002x"});
}

}  // namespace
}  // namespace orgreg::search
