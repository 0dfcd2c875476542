// SPDX-License-Identifier: EUPL-1.2

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "api/interface/parameter_rows.h"
#include "api/routes.h"
#include "search/request/parse_page.h"
#include "search/request/parse_parameters.h"

namespace orgreg::api {
namespace {

using search::Argument;
using search::Problem;
using search::Problems;
using search::Values;
using Pairs = std::vector<Argument>;

// The values that the operation reads from the parameters.
Values ParseFor(std::string_view operation, std::span<const Argument> pairs, Problems* problems) {
  const auto at_operation = [&](const RouteRow& row) { return row.at.operation == operation; };
  const auto route = std::ranges::find_if(Routes(), at_operation);
  const DerivedParameters derived = route->takes.derived == nullptr
                                        ? DerivedParameters()
                                        : route->takes.derived(route->work.argument);
  return ParseParameters({.rows = route->takes.rows, .sort_keys = derived.sort_keys}, pairs,
                         problems);
}

Values ParseUpdates(std::span<const Argument> pairs, Problems* problems) {
  return ParseFor("listEntityUpdates", pairs, problems);
}
Values ParseRoleUpdates(std::span<const Argument> pairs, Problems* problems) {
  return ParseFor("listRoleUpdates", pairs, problems);
}

Values Parse(const Pairs& pairs) {
  Problems problems;
  Values values = ParseUpdates(pairs, &problems);
  EXPECT_TRUE(problems.empty()) << static_cast<int>(problems.front().reason);
  return values;
}

TEST(ParseUpdates, AsksForTheFirstTwentyWithoutParameters) {
  const Values values = Parse({});
  EXPECT_EQ(values.Whole(kFromUpdateId), 1);
  EXPECT_FALSE(values.Time(kUpdatedFrom));
  EXPECT_FALSE(values.Time(kUpdatedTo));
  EXPECT_TRUE(values.Numbers(kUpdatedNumbers).empty());
  EXPECT_EQ(values.Whole(kWithChanges), 0);
  EXPECT_EQ(PageOf(values).number, 0);
  EXPECT_EQ(PageOf(values).size, 20);
}

TEST(ParseUpdates, ReadsEveryParameter) {
  const Values values = Parse({{"dato", "1970-01-01T00:00:00.001Z"},
                               {"oppdateringsid", "007"},
                               {"organisasjonsnummer", "312300028, 312300010,312300028"},
                               {"updatedBefore", "1970-01-01T00:00:00.002Z"},
                               {"includeChanges", "TRUE"},
                               {"sort", "id,desc"},
                               {"page", "3"},
                               {"size", "50"},
                               {"organisasjonsnummer", "312300001"}});
  EXPECT_EQ(values.Time(kUpdatedFrom)->milliseconds(), 1);
  EXPECT_EQ(values.Whole(kFromUpdateId), 7);
  EXPECT_EQ(values.Numbers(kUpdatedNumbers),
            (std::vector{base::OrgNumber(312300001), base::OrgNumber(312300010),
                         base::OrgNumber(312300028)}));
  EXPECT_EQ(values.Time(kUpdatedTo)->milliseconds(), 2);
  EXPECT_EQ(values.Whole(kWithChanges), 1);
  EXPECT_TRUE(PageOf(values).sort.front().descending);
  EXPECT_EQ(PageOf(values).number, 3);
  EXPECT_EQ(PageOf(values).size, 50);
}

// An id that is too large for a number has not been reached yet.
TEST(ParseUpdates, TakesIdsOfAnySize) {
  EXPECT_EQ(Parse({{"oppdateringsid", "9223372036854775807"}}).Whole(kFromUpdateId), INT64_MAX);
  EXPECT_EQ(Parse({{"oppdateringsid", "99999999999999999999999"}}).Whole(kFromUpdateId), INT64_MAX);
}

TEST(ParseUpdates, SortsByIdInEitherDirection) {
  for (const char* up : {"id", "id,ASC", "id,asc", "id,Asc"})
    EXPECT_FALSE(PageOf(Parse({{"sort", up}})).sort.front().descending) << up;
  EXPECT_TRUE(PageOf(Parse({{"sort", "id,DESC"}, {"sort", "id,ASC"}})).sort.front().descending);
}

struct Wrong {
  Argument argument;
  Reason reason;
};

void ExpectProblem(const Problems& problems, const Wrong& wrong, std::string_view shown) {
  ASSERT_EQ(problems.size(), 1U) << wrong.argument.name << "=" << wrong.argument.value;
  EXPECT_EQ(problems[0].reason, wrong.reason) << wrong.argument.name << "=" << wrong.argument.value;
  EXPECT_EQ(problems[0].parameters, std::vector{std::string(wrong.argument.name)});
  EXPECT_EQ(problems[0].value, shown);
}

TEST(ParseUpdates, RefusesWrongValues) {
  const Wrong cases[] = {
      {{"dato", ""}, Reason::kNotTimestamp},
      {{"dato", "2026-09-08"}, Reason::kNotTimestamp},
      {{"dato", "2026-09-08T00:00:00Z"}, Reason::kNotTimestamp},
      {{"updatedBefore", "2026-09-08T00:00:00.000"}, Reason::kNotTimestamp},
      {{"updatedBefore", "i dag"}, Reason::kNotTimestamp},
      {{"oppdateringsid", ""}, Reason::kNotUpdateId},
      {{"oppdateringsid", "0"}, Reason::kNotUpdateId},
      {{"oppdateringsid", "000"}, Reason::kNotUpdateId},
      {{"oppdateringsid", "-1"}, Reason::kNotUpdateId},
      {{"oppdateringsid", "+1"}, Reason::kNotUpdateId},
      {{"oppdateringsid", "1.0"}, Reason::kNotUpdateId},
      {{"oppdateringsid", "1,2"}, Reason::kNotUpdateId},
      {{"oppdateringsid", " 1"}, Reason::kNotUpdateId},
      {{"includeChanges", ""}, Reason::kEmpty},
      {{"includeChanges", "ja"}, Reason::kNotBoolean},
      {{"includeChanges", "1"}, Reason::kNotBoolean},
      {{"sort", "dato,ASC"}, Reason::kNotSortKey},
      {{"sort", "ID,ASC"}, Reason::kNotSortKey},
      {{"sort", ""}, Reason::kNotSortKey},
      {{"sort", "id,up"}, Reason::kNotSortDirection},
      {{"size", "0"}, Reason::kNotSize},
      {{"page", "-1"}, Reason::kNotPage},
      {{"Dato", "2026-09-08T00:00:00.000Z"}, Reason::kUnknownParameter},
      {{"navn", "x"}, Reason::kUnknownParameter},
      {{"afterId", "1"}, Reason::kUnknownParameter},
      {{"", "x"}, Reason::kUnknownParameter},
  };
  for (const Wrong& wrong : cases) {
    Problems problems;
    ParseUpdates(std::span(&wrong.argument, 1), &problems);
    ExpectProblem(problems, wrong, wrong.argument.value);
  }
}

TEST(ParseUpdates, ShowsWrongItemsOfListsInBrackets) {
  const std::pair<Argument, std::string_view> cases[] = {
      {{"organisasjonsnummer", "312300028,31230002x"}, "[31230002x]"},
      {{"organisasjonsnummer", "3123000280"}, "[3123000280]"},
      {{"organisasjonsnummer", "æøå"}, "[æøå]"},
  };
  for (const auto& [argument, shown] : cases) {
    Problems problems;
    ParseUpdates(std::span(&argument, 1), &problems);
    ExpectProblem(problems, {argument, Reason::kNotOrgNumber}, shown);
  }
  for (const char* list : {"", ",312300028", "312300028,", "312300028,,312300010"}) {
    const Argument argument{"organisasjonsnummer", list};
    Problems problems;
    ParseUpdates(std::span(&argument, 1), &problems);
    ExpectProblem(problems, {argument, Reason::kEmpty}, "[]");
  }
}

TEST(ParseUpdates, NamesEveryWrongParameterInOrderAndTheWindowLast) {
  const Pairs pairs = {{"size", "10000"},
                       {"updatedBefore", "x"},
                       {"page", "1"},
                       {"dato", "y"},
                       {"dato", "2026-09-08T00:00:00.000Z"},
                       {"farge", "z"}};
  Problems problems;
  ParseUpdates(pairs, &problems);
  std::vector<Reason> reasons;
  for (const Problem& problem : problems) reasons.push_back(problem.reason);
  EXPECT_EQ(reasons, (std::vector{Reason::kNotTimestamp, Reason::kNotTimestamp, Reason::kRepeated,
                                  Reason::kUnknownParameter, Reason::kWindow}));
}

TEST(ParseUpdates, TakesOnlyListsAndSortsTwice) {
  for (const Argument argument :
       {Argument{"dato", "2026-09-08T00:00:00.000Z"},
        Argument{"updatedBefore", "2026-09-08T00:00:00.000Z"}, Argument{"oppdateringsid", "1"},
        Argument{"includeChanges", "true"}, Argument{"size", "1"}, Argument{"page", "0"}}) {
    Problems problems;
    ParseUpdates(Pairs{argument, argument}, &problems);
    ExpectProblem(problems, {argument, Reason::kRepeated}, argument.value);
  }
}

// Spec, Limits: at most 2000 items.
TEST(ParseUpdates, TakesTwoThousandNumbers) {
  std::string list;
  for (int count = 0; count < 2000; ++count) list += std::to_string(900000000 + count) + ",";
  list.pop_back();
  EXPECT_EQ(Parse({{"organisasjonsnummer", list}}).Numbers(kUpdatedNumbers).size(), 2000U);
  const Pairs pairs = {{"organisasjonsnummer", list},
                       {"organisasjonsnummer", "900000000"},
                       {"organisasjonsnummer", "900000000"}};
  Problems problems;
  ParseUpdates(pairs, &problems);
  ASSERT_EQ(problems.size(), 1U);
  EXPECT_EQ(problems[0].reason, Reason::kTooManyItems);
  EXPECT_FALSE(problems[0].value);
}

TEST(ParseRoleUpdates, ReadsEveryParameter) {
  Problems problems;
  const Values none = ParseRoleUpdates({}, &problems);
  EXPECT_EQ(none.Whole(kRoleUpdatesSize), 100);
  EXPECT_EQ(none.Whole(kRolesAfterId), 0);
  const Pairs pairs = {{"afterTime", "1970-01-01T00:00:00.009Z"},
                       {"afterId", "17"},
                       {"organisasjonsnummer", "312300028"},
                       {"size", "10000"}};
  const Values values = ParseRoleUpdates(pairs, &problems);
  EXPECT_TRUE(problems.empty());
  EXPECT_EQ(values.Time(kRolesUpdatedAfter)->milliseconds(), 9);
  EXPECT_EQ(values.Whole(kRolesAfterId), 17);
  EXPECT_EQ(values.Numbers(kUpdatedNumbers).size(), 1U);
  EXPECT_EQ(values.Whole(kRoleUpdatesSize), 10'000);
}

TEST(ParseRoleUpdates, RefusesWrongValues) {
  const Wrong cases[] = {
      {{"afterTime", "2026-09-08"}, Reason::kNotTimestamp},
      {{"afterId", "0"}, Reason::kNotUpdateId},
      {{"afterId", "x"}, Reason::kNotUpdateId},
      {{"size", "0"}, Reason::kNotBetween},
      {{"size", "10001"}, Reason::kNotBetween},
      {{"size", "99999999999999999999"}, Reason::kNotBetween},
      {{"size", ""}, Reason::kNotBetween},
      {{"page", "0"}, Reason::kUnknownParameter},
      {{"sort", "id,ASC"}, Reason::kUnknownParameter},
      {{"dato", "2026-09-08T00:00:00.000Z"}, Reason::kUnknownParameter},
      {{"oppdateringsid", "1"}, Reason::kUnknownParameter},
      {{"includeChanges", "true"}, Reason::kUnknownParameter},
  };
  for (const Wrong& wrong : cases) {
    Problems problems;
    ParseRoleUpdates(std::span(&wrong.argument, 1), &problems);
    ExpectProblem(problems, wrong, wrong.argument.value);
  }
}

}  // namespace
}  // namespace orgreg::api
