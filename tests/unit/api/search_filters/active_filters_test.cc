// SPDX-License-Identifier: EUPL-1.2

#include "api/search_filters/active_filters.h"

#include <gtest/gtest.h>

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
       ActiveFilters(AddressOf(query), Kind::kEntity, PageLanguage::kEnglish))
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

TEST(ActiveFilters, NameAParameterThatNoControlHas) {
  EXPECT_EQ(FiltersIn("hjemmeside=a.no"), (Lines{"hjemmeside: a.no -> "}));
}

TEST(ActiveFilters, ShowCodesThatNoListHas) {
  EXPECT_EQ(FiltersIn("kommunenummer=9999"), (Lines{"Municipality: 9999 -> "}));
}

TEST(WithoutFilters, KeepsTheTextAndTheOrder) {
  EXPECT_EQ(WithoutFilters(AddressOf("navn=a&konkurs=true&sort=navn,asc&page=2"), Kind::kEntity)
                .ToQuery(),
            "navn=a&sort=navn,asc");
}

}  // namespace
}  // namespace orgreg::api
