// SPDX-License-Identifier: EUPL-1.2

#include "api/search_filters/active_filters.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "http/message/query.h"
#include "search/request/parse_query.h"

namespace orgreg::api {
namespace {

using model::Kind;

SearchAddress AddressOf(std::string_view text) {
  http::Query query;
  query.Parse(text);
  return SearchAddress::Of(query, search::SearchTable(Kind::kEntity, search::Purpose::kPage));
}

// "label: value -> query without it" of each filter.
std::vector<std::string> FiltersIn(std::string_view query) {
  std::vector<std::string> lines;
  for (const ActiveFilter& filter :
       ActiveFilters(AddressOf(query), Kind::kEntity, PageLanguage::kEnglish).shown)
    lines.push_back(filter.label + ": " + filter.value + " -> " + filter.without.ToQuery());
  return lines;
}

using Lines = std::vector<std::string>;

TEST(ActiveFilters, AreOneForEachValueOfAList) {
  EXPECT_EQ(FiltersIn("navn=a&organisasjonsform=AS,ENK"),
            (Lines{"Organisation form: AS Aksjeselskap -> navn=a&organisasjonsform=ENK",
                   "Organisation form: ENK Enkeltpersonforetak -> navn=a&organisasjonsform=AS"}));
}

TEST(ActiveFilters, AreOneForEachEndOfARange) {
  EXPECT_EQ(FiltersIn("fraAntallAnsatte=5&fraStiftelsesdato=2020-01-31"),
            (Lines{"Employees from: 5 -> fraStiftelsesdato=2020-01-31",
                   "Founded from: 31\u00A0January\u00A02020 -> fraAntallAnsatte=5"}));
}

TEST(ActiveFilters, SayWhichAnswerIsWanted) {
  EXPECT_EQ(FiltersIn("konkurs=true&underAvvikling=false"),
            (Lines{"Bankrupt:  -> underAvvikling=false", "Being wound up: no -> konkurs=true"}));
}

TEST(ActiveFilters, StayOnTheFirstPageWhenOneGoes) {
  EXPECT_EQ(FiltersIn("konkurs=true&page=7&size=50&sort=navn,asc"),
            (Lines{"Bankrupt:  -> size=50&sort=navn,asc"}));
}

TEST(ActiveFilters, ReadFlagsInAnyCaseAndShowWhatIsNone) {
  EXPECT_EQ(FiltersIn("konkurs=TRUE"), (Lines{"Bankrupt:  -> "}));
  EXPECT_EQ(FiltersIn("konkurs=False"), (Lines{"Bankrupt: no -> "}));
  EXPECT_EQ(FiltersIn("konkurs=ja"), (Lines{"Bankrupt: ja -> "}));
}

TEST(ActiveFilters, AreOneForATownWithAComma) {
  EXPECT_EQ(FiltersIn("forretningsadresse.poststed=OSLO,BERGEN"),
            (Lines{"Post town: OSLO,BERGEN -> "}));
}

TEST(ActiveFilters, NameParametersThatNoControlHas) {
  EXPECT_EQ(FiltersIn("hjemmeside=a.no"), (Lines{"Website: a.no -> "}));
  EXPECT_EQ(FiltersIn("postadresse.poststed=OSLO"), (Lines{"Postal address: post town: OSLO -> "}));
  EXPECT_EQ(FiltersIn("overordnetEnhet=951989754"),
            (Lines{"Superior entity: 951\u00A0989\u00A0754 -> "}));
  EXPECT_EQ(FiltersIn("underKonkursbehandling=true"),
            (Lines{"Bankrupt / Under compulsory liquidation or dissolution:  -> "}));
  EXPECT_EQ(FiltersIn("navnMetodeForSoek=FORTLOEPENDE"),
            (Lines{"Words of the name next to each other:  -> "}));
}

TEST(ActiveFilters, NameEveryParameter) {
  for (const Kind kind : {Kind::kEntity, Kind::kSubEntity})
    for (const search::ParameterRow& row :
         search::SearchTable(kind, search::Purpose::kPage).derived->rows())
      EXPECT_NE(LabelOf(row.name, kind, PageLanguage::kNynorsk), row.name);
}

TEST(ActiveFilters, NameTheEndsOfARangeThatNoControlHas) {
  EXPECT_EQ(LabelOf("fraNedleggelsesdato", Kind::kSubEntity, PageLanguage::kEnglish),
            "Closed down from");
  EXPECT_EQ(LabelOf("tilNedleggelsesdato", Kind::kSubEntity, PageLanguage::kEnglish),
            "Closed down until");
}

TEST(ActiveFilters, ShowCodesThatNoListHas) {
  EXPECT_EQ(FiltersIn("kommunenummer=9999"), (Lines{"Municipality: 9999 -> "}));
}

// A list of `count` values of four digits.
std::string ListOf(std::size_t count) {
  std::string list = "kommunenummer=1000";
  for (std::size_t at = 1; at < count; ++at) list.append(",").append(std::to_string(1000 + at));
  return list;
}

TEST(ActiveFilters, AreAFewOfVeryMany) {
  const auto of = [](const std::string& query) {
    return ActiveFilters(AddressOf(query), Kind::kEntity, PageLanguage::kEnglish);
  };
  const ActiveFilterList all = of(ListOf(kMostActiveFilters));
  EXPECT_EQ(all.shown.size(), kMostActiveFilters);
  EXPECT_EQ(all.more, 0U);
  const ActiveFilterList cut = of(ListOf(kMostActiveFilters + 3));
  EXPECT_EQ(cut.shown.size(), kMostActiveFilters);
  EXPECT_EQ(cut.more, 3U);
}

TEST(ActiveFilters, HaveLinksOfLimitedLength) {
  for (const std::size_t count : {10U, 50U, 400U, 1000U, 5000U, 10'000U, 50'000U}) {
    const std::string query = ListOf(count);
    const ActiveFilterList list =
        ActiveFilters(AddressOf(query), Kind::kEntity, PageLanguage::kEnglish);
    EXPECT_EQ(list.shown.size() + list.more, count);
    EXPECT_EQ(list.shown.empty(), query.size() > kLongestRepeated);
    std::size_t bytes = 0;
    for (const ActiveFilter& filter : list.shown) bytes += filter.without.ToQuery().size();
    EXPECT_LE(bytes, kMostLinkBytes);
  }
}

TEST(WithoutFilters, KeepsTheTextAndTheOrder) {
  EXPECT_EQ(WithoutFilters(AddressOf("navn=a&konkurs=true&sort=navn,asc&page=2"), Kind::kEntity)
                .ToQuery(),
            "navn=a&sort=navn,asc");
}

}  // namespace
}  // namespace orgreg::api
