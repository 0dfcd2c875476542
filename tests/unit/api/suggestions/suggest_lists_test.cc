// SPDX-License-Identifier: EUPL-1.2

#include "api/suggestions/suggest_lists.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "model/codes/code_list_set.h"
#include "search/suggest/suggest.h"
#include "search/suggest/typed_text.h"

namespace orgreg::api {
namespace {

using model::Kind;
using model::Unit;
using Labels = std::vector<std::string>;

// A unit with a post town at its own address, and another at its postal address.
Unit At(std::uint32_t number, Kind kind, const char* postcode, const char* town) {
  Unit unit{.number = base::OrgNumber(number), .name = "A"};
  unit.form.code = kind == Kind::kEntity ? "AS" : "BEDR";
  model::Address& own = kind == Kind::kEntity ? unit.business_address : unit.location_address;
  own.postcode = postcode;
  own.city = town;
  unit.postal_address.postcode = "9999";
  unit.postal_address.city = "POSTBOKS";
  return unit;
}

search::Layers LayersOf(Kind kind, const std::vector<Unit>& units, std::uint64_t commit,
                        const search::Layers& below = {}) {
  search::SegmentBuilder builder(kind, "");
  for (const Unit& unit : units) builder.Add(unit);
  auto segment = std::move(builder).Build({.commit = commit});
  EXPECT_TRUE(segment);
  return search::LayUpon(below, *segment);
}

search::Catalog CatalogOf(search::Layers entities, const std::vector<Unit>& sub_entities = {}) {
  return {{std::move(entities), LayersOf(Kind::kSubEntity, sub_entities, 1)}, {}};
}

Labels Suggested(const search::NameList& list, std::string_view text) {
  const search::SuggestSource source = list.Source(0);
  constexpr std::size_t kMost = 10;
  Labels labels;
  for (const search::Suggestion& one :
       search::Suggest(std::span(&source, 1), search::ReadTyped(text), kMost))
    labels.push_back(list[one.doc].label);
  return labels;
}

class SuggestListsTest : public ::testing::Test {
 protected:
  ~SuggestListsTest() override { model::InstallCodeLists({}); }

  const SuggestLists& Make(const search::Catalog& catalog) {
    lists_ = *keeper_.Make(catalog);
    return *lists_;
  }

  SuggestListKeeper keeper_;
  std::shared_ptr<const SuggestLists> lists_;
};

TEST_F(SuggestListsTest, TakesTheTownsOfTheAddressesThatSearchesAreFor) {
  const search::Catalog catalog =
      CatalogOf(LayersOf(Kind::kEntity,
                         {At(810'000'001, Kind::kEntity, "4035", "STAVANGER"),
                          At(810'000'002, Kind::kEntity, "4036", "STAVANGER"),
                          At(810'000'003, Kind::kEntity, "0010", "")},
                         1),
                {At(810'000'004, Kind::kSubEntity, "7713", "STEINKJER")});
  const SuggestLists& lists = Make(catalog);
  EXPECT_EQ(Suggested(*lists.post_towns, "sta"), Labels{"STAVANGER"});
  EXPECT_EQ(Suggested(*lists.post_towns, "ste"), Labels{"STEINKJER"});
  EXPECT_EQ(Suggested(*lists.post_towns, "post"), Labels{});
}

TEST_F(SuggestListsTest, HasCodesInUseByTextAndByCode) {
  const SuggestLists& lists = Make(CatalogOf(LayersOf(Kind::kEntity, {}, 1)));
  EXPECT_EQ(Suggested(*lists.municipalities, "4601"), Labels{"BERGEN"});
  EXPECT_EQ(Suggested(*lists.industries, "62.100"), Labels{"Dataprogrammeringstjenester"});
  EXPECT_EQ(Suggested(*lists.industries, "62.01"), Labels{});  // Only SN2007 has it.
}

TEST_F(SuggestListsTest, AreMadeAgainWhenTheCodeListsChange) {
  const search::Catalog catalog = CatalogOf(LayersOf(Kind::kEntity, {}, 1));
  Make(catalog);
  model::InstallCodeLists(
      {{.list = model::CodeList::kMunicipalityCodes, .code = "4601", .retired_on = "2020-01-01"}});
  EXPECT_EQ(keeper_.Find(catalog), nullptr);
  EXPECT_EQ(Suggested(*Make(catalog).municipalities, "bergen"), Labels{});
}

TEST_F(SuggestListsTest, AreMadeOncePerBase) {
  const search::Layers base =
      LayersOf(Kind::kEntity, {At(810'000'001, Kind::kEntity, "4035", "STAVANGER")}, 1);
  const search::Catalog first = CatalogOf(base);
  EXPECT_EQ(keeper_.Find(first), nullptr);
  const auto made = *keeper_.Make(first);
  EXPECT_EQ(keeper_.Find(first), made);
  EXPECT_EQ(*keeper_.Make(first), made);
  // A layer of changes is not looked at; its towns come with the next base.
  const std::vector<Unit> moved = {At(810'000'001, Kind::kEntity, "5003", "BERGEN")};
  const search::Catalog changed = CatalogOf(LayersOf(Kind::kEntity, moved, 2, base));
  EXPECT_EQ(keeper_.Find(changed), made);
  const search::Catalog merged = CatalogOf(LayersOf(Kind::kEntity, moved, 2));
  EXPECT_EQ(keeper_.Find(merged), nullptr);
  EXPECT_EQ(Suggested(*Make(merged).post_towns, "b"), Labels{"BERGEN"});
}

}  // namespace
}  // namespace orgreg::api
