// SPDX-License-Identifier: EUPL-1.2

#include "search/request/parse_query.h"

#include <gtest/gtest.h>

#include "model/units/parameters.h"

namespace orgreg::search {
namespace {

using Arguments = std::vector<Argument>;

std::vector<Reason> ReasonsOf(const Arguments& arguments, model::Kind kind = model::Kind::kEntity) {
  Problems problems;
  ParseQuery(kind, arguments, &problems);
  std::vector<Reason> reasons;
  for (const Problem& problem : problems) reasons.push_back(problem.reason);
  return reasons;
}

struct Refused {
  const char* name;
  std::string value;
  Reason reason;
};

TEST(ParseQuery, NamesTheProblemOfEachParameter) {
  const Refused cases[] = {
      {"name", "x", Reason::kUnknownParameter},
      {"kommnummer", "0301", Reason::kUnknownParameter},
      {"Navn", "x", Reason::kUnknownParameter},
      {"navn", "", Reason::kNameLength},
      {"navn", std::string(181, 'x'), Reason::kNameLength},
      {"navnMetodeForSoek", "fortloepende", Reason::kNotChoice},
      {"navnMetodeForSoek", "", Reason::kNotChoice},
      {"konkurs", "", Reason::kEmpty},
      {"konkurs", "ja", Reason::kNotBoolean},
      {"konkurs", "1", Reason::kNotBoolean},
      {"organisasjonsnummer", "12345678", Reason::kNotOrgNumber},
      {"organisasjonsnummer", "", Reason::kEmpty},
      {"organisasjonsnummer", "312300028,", Reason::kEmpty},
      {"overordnetEnhet", "x", Reason::kNotOrgNumber},
      {"overordnetEnhet", "312300028,312306018", Reason::kNotOrgNumber},
      {"organisasjonsform", "INC", Reason::kNotForm},
      {"organisasjonsform", "as", Reason::kNotForm},
      {"naeringskode", "49410", Reason::kNotIndustry},
      {"kommunenummer", "301", Reason::kNotFourDigits},
      {"kommunenummer", "O301", Reason::kNotFourDigits},
      {"postadresse.postnummer", "12345", Reason::kNotFourDigits},
      {"sisteInnsendteAarsregnskap", "24", Reason::kNotFourDigits},
      {"fraStiftelsesdato", "2026-02-30", Reason::kNotDate},
      {"tilStiftelsesdato", "01.02.2026", Reason::kNotDate},
      {"fraAntallAnsatte", "2", Reason::kEmployeesFrom},
      {"fraAntallAnsatte", "4", Reason::kEmployeesFrom},
      {"fraAntallAnsatte", "-1", Reason::kEmployeesFrom},
      {"fraAntallAnsatte", "5.0", Reason::kEmployeesFrom},
      {"fraAntallAnsatte", "-99999999999999999999", Reason::kEmployeesFrom},
      {"tilAntallAnsatte", "1", Reason::kEmployeesTo},
      {"tilAntallAnsatte", "", Reason::kEmployeesTo},
      {"size", "0", Reason::kNotSize},
      {"size", "-5", Reason::kNotSize},
      {"size", "ten", Reason::kNotSize},
      {"size", "99999999999999999999", Reason::kWindow},
      {"page", "-1", Reason::kNotPage},
      {"page", "1.5", Reason::kNotPage},
      {"page", "+1", Reason::kNotPage},
      {"size", "10001", Reason::kWindow},
      {"page", "500", Reason::kWindow},
      {"page", "9223372036854775807", Reason::kWindow},
      {"sort", "adresse,ASC", Reason::kNotSortKey},
      {"sort", "", Reason::kNotSortKey},
      {"sort", "navn,UP", Reason::kNotSortDirection},
      {"sort", "navn,ASC,DESC", Reason::kNotSortDirection},
  };
  for (const Refused& example : cases) {
    EXPECT_EQ(ReasonsOf({{.name = example.name, .value = example.value}}),
              std::vector<Reason>{example.reason})
        << example.name << "=" << example.value;
  }
}

TEST(ParseQuery, ListsEveryInvalidParameter) {
  EXPECT_EQ(
      ReasonsOf(
          {{"size", "0"}, {"konkurs", "x"}, {"organisasjonsform", "INC,AS,XYZ"}, {"foo", "1"}}),
      (std::vector<Reason>{Reason::kNotSize, Reason::kNotBoolean, Reason::kNotForm,
                           Reason::kNotForm, Reason::kUnknownParameter}));
}

TEST(ParseQuery, TakesOneValueForSingleParameters) {
  EXPECT_EQ(ReasonsOf({{"konkurs", "true"}, {"konkurs", "false"}}),
            std::vector<Reason>{Reason::kRepeated});
  EXPECT_EQ(ReasonsOf({{"size", "5"}, {"size", "6"}}), std::vector<Reason>{Reason::kRepeated});
  EXPECT_TRUE(ReasonsOf({{"organisasjonsform", "AS"}, {"organisasjonsform", "ASA"}}).empty());
  EXPECT_TRUE(
      ReasonsOf({{"sort", "navn,asc"}, {"sort", "organisasjonsnummer,DeSc"}, {"sort", "konkurs"}})
          .empty());
}

TEST(ParseQuery, TakesTheWholeWindow) {
  EXPECT_TRUE(ReasonsOf({{"size", "10000"}}).empty());
  EXPECT_TRUE(ReasonsOf({{"size", "1"}, {"page", "9999"}}).empty());
  EXPECT_EQ(ReasonsOf({{"size", "1"}, {"page", "10000"}}), std::vector<Reason>{Reason::kWindow});
}

TEST(ParseQuery, TakesAtMost2000Items) {
  for (const char* name : {"organisasjonsnummer", "postadresse.adresse", "kommunenummer"}) {
    std::string list = name == std::string("organisasjonsnummer") ? "312300028" : "0301";
    const std::string more = "," + list;
    for (int i = 1; i < 2000; ++i) list += more;
    EXPECT_TRUE(ReasonsOf({{name, list}}).empty()) << name;
    list += more;
    EXPECT_EQ(ReasonsOf({{name, list}}), std::vector<Reason>{Reason::kTooManyItems}) << name;
  }
}

TEST(ParseQuery, KeepsRepeatedItemsOnce) {
  Problems problems;
  const Arguments arguments = {{"naeringskode", "C,C,A,C"},
                               {"organisasjonsnummer", "312306018,312300028,312306018"},
                               {"sort", "navn"},
                               {"sort", "navn,desc"}};
  const Query query = ParseQuery(model::Kind::kEntity, arguments, &problems);
  EXPECT_EQ(query.criteria[0].texts, (std::vector<std::string>{"A", "C"}));
  EXPECT_EQ(query.criteria[1].numbers.size(), 2U);
  ASSERT_EQ(query.page.sort.size(), 1U);
  EXPECT_FALSE(query.page.sort[0].descending);
}

// Spec, Entity search parameters; Errors: fra larger than til.
TEST(ParseQuery, ComparesTheTwoEndsOfEmployees) {
  EXPECT_TRUE(ReasonsOf({{"fraAntallAnsatte", "1"}, {"tilAntallAnsatte", "4"}}).empty());
  EXPECT_TRUE(ReasonsOf({{"fraAntallAnsatte", "5"}, {"tilAntallAnsatte", "5"}}).empty());
  EXPECT_EQ(ReasonsOf({{"tilAntallAnsatte", "5"}, {"fraAntallAnsatte", "6"}}),
            std::vector<Reason>{Reason::kEmployeesReversed});
}

TEST(ParseQuery, KnowsTheParametersOfEachKind) {
  EXPECT_EQ(ReasonsOf({{"konkurs", "true"}}, model::Kind::kSubEntity),
            std::vector<Reason>{Reason::kUnknownParameter});
  EXPECT_EQ(ReasonsOf({{"fraOppstartsdato", "2020-01-01"}}),
            std::vector<Reason>{Reason::kUnknownParameter});
  EXPECT_TRUE(ReasonsOf({{"fraOppstartsdato", "2020-01-01"}}, model::Kind::kSubEntity).empty());
  EXPECT_EQ(ReasonsOf({{"sort", "stiftelsesdato,ASC"}}, model::Kind::kSubEntity),
            std::vector<Reason>{Reason::kNotSortKey});
}

TEST(ParseQuery, ShowsListsInBracketsAndNamesTheItem) {
  Problems problems;
  const Arguments arguments = {{"organisasjonsform", "AS, INC"}};
  ParseQuery(model::Kind::kEntity, arguments, &problems);
  ASSERT_EQ(problems.size(), 1U);
  EXPECT_EQ(problems[0].value, "[INC]");
  EXPECT_EQ(problems[0].subject, "INC");
}

TEST(SplitList, KeepsEmptyItems) {
  EXPECT_EQ(SplitList("a, b ,,c"), (std::vector<std::string_view>{"a", "b", "", "c"}));
  EXPECT_EQ(SplitList(""), (std::vector<std::string_view>{""}));
}

// Spec, Download operations: the parameters of a search, but as many records as a window has.
TEST(ParseQuery, GivesDownloadsAllThatAWindowHolds) {
  for (const model::Kind kind : model::kUnitKinds) {
    Problems problems;
    const Query query = ParseQuery(kind, {}, &problems, Purpose::kDownload);
    EXPECT_EQ(query.page.size, 10'000);
    EXPECT_EQ(ParseQuery(kind, {}, &problems).page.size, 20);
    const Arguments small = {{"size", "7"}, {"page", "3"}, {"sort", "navn,DESC"}};
    const Query page = ParseQuery(kind, small, &problems, Purpose::kDownload);
    EXPECT_TRUE(problems.empty());
    EXPECT_EQ(page.page.size, 7);
    EXPECT_EQ(page.page.number, 3);
    EXPECT_EQ(page.page.sort.size(), 1U);
  }
}

TEST(ParseQuery, HoldsDownloadsToTheWindow) {
  const auto reasons = [](const Arguments& arguments) {
    Problems problems;
    ParseQuery(model::Kind::kEntity, arguments, &problems, Purpose::kDownload);
    std::vector<Reason> found;
    for (const Problem& problem : problems) found.push_back(problem.reason);
    return found;
  };
  EXPECT_TRUE(reasons({{"page", "0"}}).empty());
  EXPECT_EQ(reasons({{"page", "1"}}), std::vector<Reason>{Reason::kWindow});
  EXPECT_EQ(reasons({{"size", "10001"}}), std::vector<Reason>{Reason::kWindow});
  EXPECT_TRUE(reasons({{"size", "5000"}, {"page", "1"}}).empty());
  EXPECT_EQ(reasons({{"size", "5000"}, {"page", "2"}}), std::vector<Reason>{Reason::kWindow});
  EXPECT_EQ(reasons({{"size", "0"}}), std::vector<Reason>{Reason::kNotSize});
  EXPECT_EQ(reasons({{"farge", "gul"}}), std::vector<Reason>{Reason::kUnknownParameter});
}

// The parameter that a query contains after parsing, if it contains one.
std::string_view ParameterOf(model::Kind kind, const char* name, Purpose purpose) {
  Problems problems;
  const Arguments arguments = {{name, "0301"}};
  const Query query = ParseQuery(kind, arguments, &problems, purpose);
  EXPECT_TRUE(problems.empty()) << name;
  return model::Parameters(kind)[query.criteria.at(0).parameter].name;
}

// Spec, Download operations, 1: only the business or location address, and only in downloads. Only
// filters, size and page exclude records from a download.
TEST(ParseQuery, DistinguishesAPartFromTheWhole) {
  const auto asks_for_all = [](const Arguments& arguments) {
    Problems problems;
    const Query query = ParseQuery(model::Kind::kEntity, arguments, &problems, Purpose::kDownload);
    EXPECT_TRUE(problems.empty());
    return query.AsksForAll();
  };
  for (const Arguments& arguments :
       std::vector<Arguments>{{},
                              {{"sort", "navn,ASC"}},
                              {{"sort", "navn"}, {"sort", "konkurs,DESC"}},
                              {{"navnMetodeForSoek", "FORTLOEPENDE"}},
                              {{"navnMetodeForSoek", "FORTLOEPENDE"}, {"sort", "navn"}}}) {
    EXPECT_TRUE(asks_for_all(arguments)) << arguments.size();
  }
  for (const Argument& argument : Arguments{{"size", "10000"},
                                            {"page", "0"},
                                            {"navn", "x"},
                                            {"konkurs", "false"},
                                            {"fraAntallAnsatte", "0"},
                                            {"tilStiftelsesdato", "2026-01-01"},
                                            {"kommunenummer", "0301"},
                                            {"organisasjonsnummer", "312300028"}}) {
    EXPECT_FALSE(asks_for_all({argument})) << argument.name;
    EXPECT_FALSE(asks_for_all({{"sort", "navn"}, argument})) << argument.name;
  }
}

TEST(ParseQuery, KnowsTheOrderOfNumber) {
  const auto is_in_order = [](const Arguments& arguments) {
    Problems problems;
    return IsInOrderOfNumber(ParseQuery(model::Kind::kSubEntity, arguments, &problems));
  };
  EXPECT_TRUE(is_in_order({}));
  EXPECT_TRUE(is_in_order({{"sort", "organisasjonsnummer"}}));
  EXPECT_TRUE(is_in_order({{"sort", "organisasjonsnummer,ASC"}, {"sort", "navn,DESC"}}));
  EXPECT_FALSE(is_in_order({{"sort", "organisasjonsnummer,DESC"}}));
  EXPECT_FALSE(is_in_order({{"sort", "overordnetEnhet"}}));
  EXPECT_FALSE(is_in_order({{"sort", "navn"}, {"sort", "organisasjonsnummer"}}));
}

TEST(ParseQuery, LooksAtOneAddressInDownloads) {
  using model::Kind;
  EXPECT_EQ(ParameterOf(Kind::kEntity, "kommunenummer", Purpose::kDownload),
            "forretningsadresse.kommunenummer");
  EXPECT_EQ(ParameterOf(Kind::kSubEntity, "kommunenummer", Purpose::kDownload),
            "beliggenhetsadresse.kommunenummer");
  for (const Kind kind : model::kUnitKinds) {
    for (const Purpose purpose : {Purpose::kPage, Purpose::kStream}) {
      EXPECT_EQ(ParameterOf(kind, "kommunenummer", purpose), "kommunenummer");
    }
    EXPECT_EQ(ParameterOf(kind, "postadresse.kommunenummer", Purpose::kDownload),
              "postadresse.kommunenummer");
  }
}

// Both names together are two conditions; in downloads they concern the same address.
TEST(ParseQuery, KeepsBothConditionsOfOneAddress) {
  Problems problems;
  const Arguments arguments = {{"kommunenummer", "0301"},
                               {"forretningsadresse.kommunenummer", "1103"}};
  const Query query = ParseQuery(model::Kind::kEntity, arguments, &problems, Purpose::kDownload);
  EXPECT_TRUE(problems.empty());
  ASSERT_EQ(query.criteria.size(), 2U);
  EXPECT_EQ(query.criteria[0].texts, std::vector<std::string>{"0301"});
  EXPECT_EQ(query.criteria[1].texts, std::vector<std::string>{"1103"});
}

TEST(ParseQuery, HasNoPagesInStreams) {
  for (const char* name : {"size", "page", "sort"}) {
    Problems problems;
    const Arguments arguments = {{name, "1"}, {"konkurs", "true"}};
    const Query query = ParseQuery(model::Kind::kEntity, arguments, &problems, Purpose::kStream);
    ASSERT_EQ(problems.size(), 1U) << name;
    EXPECT_EQ(problems[0].reason, Reason::kUnknownParameter);
    EXPECT_EQ(problems[0].parameters, std::vector<std::string>{name});
    EXPECT_EQ(query.criteria.size(), 1U);
  }
}

}  // namespace
}  // namespace orgreg::search
