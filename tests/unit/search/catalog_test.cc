// SPDX-License-Identifier: EUPL-1.2

#include "search/catalog.h"

#include <gtest/gtest.h>

#include "model/units/parameters.h"
#include "search/request/parse_query.h"

namespace orgreg::search {
namespace {

model::Unit Named(std::uint32_t number, const char* name) {
  model::Unit unit{.number = base::OrgNumber(number), .name = name};
  unit.form = {.code = "AS", .text = "Aksjeselskap"};
  return unit;
}

// A catalog of entities, and queries to it.
class CatalogTest : public ::testing::Test {
 protected:
  void Load(const std::vector<model::Unit>& units) {
    SegmentBuilder entities(model::Kind::kEntity, "");
    for (const model::Unit& unit : units) entities.Add(unit);
    SegmentBuilder sub_entities(model::Kind::kSubEntity, "");
    catalog_ = std::make_unique<Catalog>(
        Catalog::LayersByKind{LayUpon({}, *std::move(entities).Build({})),
                              LayUpon({}, *std::move(sub_entities).Build({}))},
        Catalog::State{});
  }

  // The numbers on the page, less a common start; the total in `total_`.
  std::vector<int> Ask(const std::vector<Argument>& arguments) {
    Problems problems;
    const Query query = ParseQuery(model::Kind::kEntity, arguments, &problems);
    EXPECT_TRUE(problems.empty());
    const Page page = *catalog_->Search(query);
    total_ = page.total;
    std::vector<int> numbers;
    const std::vector<render::PublicForm> records = *catalog_->Served(page);
    for (const render::PublicForm& form : records) {
      const std::string_view record = form.text();
      numbers.push_back(std::stoi(std::string(record.substr(record.find(":\"") + 2, 9))) -
                        900'000'000);
    }
    return numbers;
  }

  std::unique_ptr<Catalog> catalog_;
  std::size_t total_ = 0;
};

using NumberList = std::vector<int>;

TEST_F(CatalogTest, LooksUpEveryState) {
  model::Unit deleted = Named(900'000'002, "GAMMEL AS");
  deleted.state = model::State::kDeleted;
  deleted.deleted_on = base::Date::FromDays(1);
  model::Unit removed{.state = model::State::kRemoved, .number = base::OrgNumber(900'000'003)};
  removed.deleted_on = base::Date::FromDays(2);
  Load({Named(900'000'001, "NY AS"), deleted, removed});
  const auto state = [&](std::uint32_t number) {
    return *catalog_->Lookup(model::Kind::kEntity, base::OrgNumber(number));
  };
  EXPECT_EQ(state(900'000'001)->state, model::State::kLive);
  EXPECT_EQ(state(900'000'002)->state, model::State::kDeleted);
  EXPECT_EQ(state(900'000'003)->state, model::State::kRemoved);
  EXPECT_FALSE(state(900'000'004));
  EXPECT_FALSE(*catalog_->Lookup(model::Kind::kSubEntity, base::OrgNumber(900'000'001)));
  EXPECT_EQ(Ask({}), NumberList{1});
}

// A large page is kept while a slow client takes it.
TEST_F(CatalogTest, APageKeepsEightBytesForEachRecord) {
  std::vector<model::Unit> units;
  for (std::uint32_t i = 1; i <= 300; ++i)
    units.push_back(Named(900'000'000 + i, i % 3 == 0 ? "FJORD" : "FJORD AS"));
  Load(units);
  for (const std::vector<Argument>& arguments :
       std::vector<std::vector<Argument>>{{{"size", "200"}},
                                          {{"size", "1000"}},
                                          {{"size", "200"}, {"sort", "navn"}},
                                          {{"size", "200"}, {"navn", "fjord"}},
                                          {{"size", "250"}, {"page", "1"}}}) {
    Problems problems;
    const Page page = *catalog_->Search(ParseQuery(model::Kind::kEntity, arguments, &problems));
    EXPECT_TRUE(problems.empty());
    EXPECT_FALSE(page.places.empty());
    EXPECT_EQ(page.places.capacity() * sizeof(Place), page.places.size() * 8);
  }
}

TEST_F(CatalogTest, RanksNamesUnlessAnotherOrderIsAskedFor) {
  Load({Named(900'000'001, "FJELL OG FJORD AS"), Named(900'000'002, "STORE FJORD AS"),
        Named(900'000'003, "FJORDBLIKK AS"), Named(900'000'004, "FJORD")});
  EXPECT_EQ(Ask({{"navn", "fjord"}}), (NumberList{4, 3, 2, 1}));
  EXPECT_EQ(Ask({{"navn", "fjord"}, {"sort", "organisasjonsnummer"}}), (NumberList{1, 2, 3, 4}));
  EXPECT_EQ(Ask({{"navn", "fjord"}, {"size", "2"}, {"page", "1"}}), (NumberList{2, 1}));
  EXPECT_EQ(total_, 4U);
  EXPECT_EQ(Ask({{"navn", "fjord"}, {"organisasjonsnummer", "900000001,900000004"}}),
            (NumberList{4, 1}));
  EXPECT_EQ(Ask({{"navn", "!!!"}}), NumberList{});
}

TEST_F(CatalogTest, TakesIndustriesOfAnyLevelInAnyPlace) {
  model::Unit first = Named(900'000'001, "A");
  first.industries[0].code = "62.100";
  model::Unit second = Named(900'000'002, "B");
  second.industries[0].code = "01.110";
  second.industries[1].code = "62.200";
  model::Unit third = Named(900'000'003, "C");
  third.industries[2].code = "61.000";
  Load({first, second, third});
  EXPECT_EQ(Ask({{"naeringskode", "62.100"}}), NumberList{1});
  EXPECT_EQ(Ask({{"naeringskode", "62"}}), (NumberList{1, 2}));
  EXPECT_EQ(Ask({{"naeringskode", "62.1"}}), NumberList{1});
  EXPECT_EQ(Ask({{"naeringskode", "K"}}), (NumberList{1, 2, 3}));
  EXPECT_EQ(Ask({{"naeringskode", "A,61"}}), (NumberList{2, 3}));
  EXPECT_EQ(Ask({{"naeringskode", "49.410"}}), NumberList{});
}

TEST_F(CatalogTest, FindsTheMunicipalityOfEitherAddress) {
  model::Unit first = Named(900'000'001, "A");
  first.business_address.municipality_number = "0301";
  model::Unit second = Named(900'000'002, "B");
  second.postal_address.municipality_number = "0301";
  Load({first, second});
  EXPECT_EQ(Ask({{"kommunenummer", "0301"}}), (NumberList{1, 2}));
  EXPECT_EQ(Ask({{"forretningsadresse.kommunenummer", "0301"}}), NumberList{1});
  EXPECT_EQ(Ask({{"postadresse.kommunenummer", "0301,1103"}}), NumberList{2});
}

TEST_F(CatalogTest, DistinguishesFalseFromUnknown) {
  model::Unit first = Named(900'000'001, "A");
  first.bankrupt = true;
  model::Unit second = Named(900'000'002, "B");
  second.bankrupt = false;
  second.compulsory_dissolution = true;
  model::Unit third = Named(900'000'003, "C");
  third.bankrupt = false;
  Load({first, second, third, Named(900'000'004, "D")});
  EXPECT_EQ(Ask({{"konkurs", "false"}}), (NumberList{2, 3}));
  EXPECT_EQ(Ask({{"underKonkursbehandling", "true"}}), (NumberList{1, 2}));
  EXPECT_EQ(Ask({{"underKonkursbehandling", "FALSE"}}), NumberList{3});
}

TEST_F(CatalogTest, FiltersEmployeesByClass) {
  model::Unit none = Named(900'000'001, "A");
  none.has_employees = false;
  model::Unit few = Named(900'000'002, "B");
  few.has_employees = true;
  model::Unit many = Named(900'000'003, "C");
  many.employees = 40;
  Load({none, few, many, Named(900'000'004, "D")});
  EXPECT_EQ(Ask({{"fraAntallAnsatte", "0"}}), (NumberList{1, 2, 3}));
  EXPECT_EQ(Ask({{"fraAntallAnsatte", "1"}}), (NumberList{2, 3}));
  EXPECT_EQ(Ask({{"tilAntallAnsatte", "4"}}), (NumberList{1, 2}));
  EXPECT_EQ(Ask({{"tilAntallAnsatte", "0"}}), NumberList{1});
  EXPECT_EQ(Ask({{"sort", "antallAnsatte,desc"}}), (NumberList{3, 2, 1, 4}));
}

TEST_F(CatalogTest, IncludesBothEndsOfARange) {
  std::vector<model::Unit> units;
  for (std::uint32_t i = 1; i <= 5; ++i) {
    units.push_back(Named(900'000'000 + i, "A"));
    units.back().founded_on = base::Date::FromDays(static_cast<std::int32_t>(i));
  }
  Load(units);
  EXPECT_EQ(Ask({{"fraStiftelsesdato", "1970-01-03"}, {"tilStiftelsesdato", "1970-01-05"}}),
            (NumberList{2, 3, 4}));
  EXPECT_EQ(Ask({{"fraStiftelsesdato", "1970-01-05"}, {"tilStiftelsesdato", "1970-01-03"}}),
            NumberList{});
}

TEST_F(CatalogTest, PagesNeverRepeatOrSkip) {
  std::vector<model::Unit> units;
  for (std::uint32_t i = 1; i <= 400; ++i) {
    units.push_back(Named(900'000'000 + i, i % 7 == 0 ? "SAMME" : "LIKT"));
    units.back().bankrupt = i % 3 == 0;
    if (i % 5 != 0) units.back().website = "www.example" + std::to_string(i % 4) + ".no";
  }
  Load(units);
  for (const char* sort : {"navn,asc", "navn,desc", "konkurs,desc", "hjemmeside,asc",
                           "hjemmeside,desc", "organisasjonsnummer,desc"}) {
    for (const std::vector<Argument>& more : std::vector<std::vector<Argument>>{
             {}, {{"sort", "hjemmeside,desc"}}, {{"konkurs", "true"}}}) {
      std::vector<Argument> all = {{"sort", sort}, {"size", "10000"}};
      all.insert(all.end(), more.begin(), more.end());
      const NumberList whole = Ask(all);
      NumberList paged;
      for (int page = 0; paged.size() < whole.size() && page < 100; ++page) {
        const std::string number = std::to_string(page);
        std::vector<Argument> one = {{"sort", sort}, {"size", "7"}, {"page", number}};
        one.insert(one.end(), more.begin(), more.end());
        const NumberList part = Ask(one);
        paged.insert(paged.end(), part.begin(), part.end());
      }
      EXPECT_EQ(paged, whole) << sort;
      EXPECT_EQ(whole.size(), total_);
    }
  }
}

TEST_F(CatalogTest, LaterKeysDecideAmongEquals) {
  model::Unit first = Named(900'000'001, "B");
  first.bankrupt = false;
  model::Unit second = Named(900'000'002, "A");
  second.bankrupt = true;
  model::Unit third = Named(900'000'003, "A");
  third.bankrupt = false;
  Load({first, second, third});
  EXPECT_EQ(Ask({{"sort", "konkurs,ASC"}, {"sort", "navn,ASC"}}), (NumberList{3, 1, 2}));
  EXPECT_EQ(Ask({{"sort", "navn,DESC"}, {"sort", "konkurs,DESC"}}), (NumberList{1, 2, 3}));
}

TEST_F(CatalogTest, RecordsWithoutAValueComeLastInBothDirections) {
  const model::Unit first = Named(900'000'001, "A");
  model::Unit second = Named(900'000'002, "A");
  second.bankrupt = false;
  model::Unit third = Named(900'000'003, "A");
  third.bankrupt = true;
  Load({first, second, third});
  EXPECT_EQ(Ask({{"sort", "konkurs,ASC"}}), (NumberList{2, 3, 1}));
  EXPECT_EQ(Ask({{"sort", "konkurs,DESC"}}), (NumberList{3, 2, 1}));
  EXPECT_EQ(Ask({{"sort", "navn,DESC"}, {"sort", "konkurs,DESC"}}), (NumberList{3, 2, 1}));
  EXPECT_EQ(Ask({{"organisasjonsnummer", "900000001,900000003"}, {"sort", "konkurs,DESC"}}),
            (NumberList{3, 1}));
}

TEST_F(CatalogTest, FindsByNumberOnceHoweverOftenItIsAskedFor) {
  Load({Named(900'000'001, "A"), Named(900'000'002, "B")});
  EXPECT_EQ(Ask({{"organisasjonsnummer", "900000002,900000002,900000009"},
                 {"organisasjonsnummer", "900000001"}}),
            (NumberList{1, 2}));
}

TEST_F(CatalogTest, AnswersAnEmptyRegister) {
  Load({});
  EXPECT_EQ(Ask({}), NumberList{});
  EXPECT_EQ(Ask({{"sort", "navn,desc"}, {"konkurs", "true"}}), NumberList{});
}

}  // namespace
}  // namespace orgreg::search
