// SPDX-License-Identifier: EUPL-1.2

// Walks over several layers: every live record once, as the uppermost layer has it, in order of
// number.

#include "search/match/record_walk.h"

#include <gtest/gtest.h>

#include <map>
#include <random>

#include "search/catalog.h"
#include "search/request/parse_query.h"

namespace orgreg::search {
namespace {

using Units = std::map<std::uint32_t, model::Unit>;

constexpr std::uint32_t kFirst = 900'000'000;

model::Unit UnitOf(std::uint32_t number, const std::string& name,
                   model::State state = model::State::kLive) {
  model::Unit unit{.state = state, .number = base::OrgNumber(number), .name = name};
  unit.form.code = "AS";
  unit.bankrupt = number % 3 == 0;
  if (state != model::State::kLive) unit.deleted_on = base::Date::FromDays(20'000);
  return unit;
}

std::shared_ptr<const Segment> Build(const Units& units) {
  SegmentBuilder builder(model::Kind::kEntity, "");
  for (const auto& [number, unit] : units) builder.Add(unit);
  return *std::move(builder).Build({});
}

// The first letters of each record's name, in the order of the walk.
std::vector<std::string> Names(RecordWalk walk) {
  std::vector<std::string> names;
  const std::string mark = "\"navn\":\"";
  while (true) {
    const auto record = walk.Next();
    if (!record) {
      ADD_FAILURE() << record.error().message;
      return names;
    }
    if (!*record) return names;
    const std::string_view text = (*record)->text();
    const std::size_t begin = text.find(mark) + mark.size();
    names.emplace_back(text.substr(begin, text.find('"', begin) - begin));
  }
}

RecordWalk Walk(const Layers& layers, const std::vector<Argument>& arguments = {}) {
  Problems problems;
  const Query query = ParseQuery(model::Kind::kEntity, arguments, &problems, Purpose::kStream);
  EXPECT_TRUE(problems.empty());
  auto walk = Catalog({layers, {}}, {}).Walk(query);
  EXPECT_TRUE(walk);
  return std::move(walk).value();
}

TEST(RecordWalk, IsEmptyOverNothing) {
  EXPECT_EQ(Names(Walk(LayUpon({}, Build({})))), std::vector<std::string>());
  EXPECT_EQ(Walk(LayUpon({}, Build({}))).count(), 0U);
}

TEST(RecordWalk, TakesEachRecordFromTheUppermostLayer) {
  Units base;
  for (std::uint32_t i = 0; i < 6; ++i)
    base[kFirst + i] = UnitOf(kFirst + i, "A" + std::to_string(i));
  Layers layers = LayUpon({}, Build(base));
  layers = LayUpon(layers, Build({{kFirst + 1, UnitOf(kFirst + 1, "B1")},
                                  {kFirst + 2, UnitOf(kFirst + 2, "B2", model::State::kDeleted)},
                                  {kFirst + 9, UnitOf(kFirst + 9, "B9")}}));
  layers = LayUpon(layers, Build({{kFirst + 1, UnitOf(kFirst + 1, "C1")},
                                  {kFirst + 5, UnitOf(kFirst + 5, "C5", model::State::kRemoved)},
                                  {kFirst + 7, UnitOf(kFirst + 7, "C7")}}));
  EXPECT_EQ(Names(Walk(layers)), (std::vector<std::string>{"A0", "C1", "A3", "A4", "C7", "B9"}));
  EXPECT_EQ(Walk(layers).count(), 6U);
  // Numbers divisible by three are bankrupt; 900,000,000 is.
  EXPECT_EQ(Names(Walk(layers, {{"konkurs", "true"}})),
            (std::vector<std::string>{"A0", "A3", "B9"}));
}

// The catalog that made it is gone already in Walk above; here the layers are released as well.
TEST(RecordWalk, KeepsItsLayersAlive) {
  auto layers = std::make_unique<Layers>(LayUpon({}, Build({{kFirst, UnitOf(kFirst, "A")}})));
  *layers = LayUpon(*layers, Build({{kFirst + 1, UnitOf(kFirst + 1, "B")}}));
  RecordWalk walk = Walk(*layers);
  layers.reset();
  EXPECT_EQ(Names(std::move(walk)), (std::vector<std::string>{"A", "B"}));
}

TEST(RecordWalk, GoesOnSayingThatItIsAtTheEnd) {
  RecordWalk walk = Walk(LayUpon({}, Build({{kFirst, UnitOf(kFirst, "A")}})));
  EXPECT_TRUE(walk.Next()->has_value());
  for (int i = 0; i < 3; ++i) EXPECT_FALSE(walk.Next()->has_value());
  EXPECT_EQ(walk.count(), 1U);
}

class ManyLayersTest : public ::testing::TestWithParam<unsigned> {};

// More than one part of 4,096 in a lane; layers of all sizes.
TEST_P(ManyLayersTest, IsEveryLiveRecordInOrder) {
  std::mt19937 random(GetParam());
  Units now;
  Layers layers;
  for (const std::size_t count : {10'000U, 4096U, 300U, 1U, 0U, 5000U, 20U}) {
    Units changed;
    for (std::size_t i = 0; i < count; ++i) {
      const std::uint32_t number = kFirst + static_cast<std::uint32_t>(random() % 15'000);
      const bool is_live = random() % 10 != 0;
      changed[number] = UnitOf(number, std::to_string(number) + "/" + std::to_string(layers.size()),
                               is_live ? model::State::kLive : model::State::kDeleted);
    }
    for (const auto& [number, unit] : changed) now[number] = unit;
    layers = LayUpon(layers, Build(changed));
    std::vector<std::string> wanted;
    std::vector<std::string> bankrupt;
    for (const auto& [number, unit] : now) {
      if (unit.state != model::State::kLive) continue;
      wanted.push_back(*unit.name);
      if (number % 3 == 0) bankrupt.push_back(*unit.name);
    }
    ASSERT_EQ(Names(Walk(layers)), wanted);
    ASSERT_EQ(Walk(layers).count(), wanted.size());
    ASSERT_EQ(Names(Walk(layers, {{"konkurs", "true"}})), bankrupt);
  }
}

INSTANTIATE_TEST_SUITE_P(Seeds, ManyLayersTest, ::testing::Range(1U, 4U));

}  // namespace
}  // namespace orgreg::search
