// SPDX-License-Identifier: EUPL-1.2

// Keys that lead to records: one segment, and layers of several.

#include "search/columns/key_index.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <random>
#include <set>

#include "search/catalog.h"
#include "unit/search/in_memory.h"

namespace orgreg::search {
namespace {

using model::Kind;
using ::testing::ElementsAre;
using ::testing::IsEmpty;

auto Opened(KeyIndexBuilder* builder) {
  return OpenInMemory([&](SegmentFileWriter* writer) { std::move(*builder).Write(writer); },
                      [](SectionReader* reader) { return KeyIndex(reader); });
}

TEST(KeyIndex, FindsAllDocumentsOfAKeyInOrder) {
  KeyIndexBuilder builder;
  builder.Add(0, std::vector<std::uint64_t>{7, UINT64_MAX});
  builder.Add(1, std::vector<std::uint64_t>{});
  builder.Add(2, std::vector<std::uint64_t>{7, 0});
  const auto index = Opened(&builder);
  EXPECT_THAT(index.view.Find(7), ElementsAre(0, 2));
  EXPECT_THAT(index.view.Find(0), ElementsAre(2));
  EXPECT_THAT(index.view.Find(UINT64_MAX), ElementsAre(0));
  EXPECT_THAT(index.view.Find(8), IsEmpty());
}

TEST(KeyIndex, GoesFromKeyToKey) {
  KeyIndexBuilder builder;
  builder.Add(0, std::vector<std::uint64_t>{7, UINT64_MAX});
  builder.Add(1, std::vector<std::uint64_t>{7, 9});
  const auto index = Opened(&builder);
  EXPECT_EQ(index.view.AtOrAfter(0), 7U);
  EXPECT_EQ(index.view.AtOrAfter(7), 7U);
  EXPECT_EQ(index.view.AtOrAfter(8), 9U);
  EXPECT_EQ(index.view.AtOrAfter(10), UINT64_MAX);
  KeyIndexBuilder small;
  small.Add(0, std::vector<std::uint64_t>{7});
  EXPECT_EQ(Opened(&small).view.AtOrAfter(8), std::nullopt);
}

TEST(KeyIndex, FindsNothingIfItIsEmpty) {
  KeyIndexBuilder builder;
  EXPECT_THAT(Opened(&builder).view.Find(0), IsEmpty());
}

struct Record {
  model::State state = model::State::kLive;
  std::string bytes = {};
  std::vector<std::uint64_t> keys = {};
};
using Records = std::map<std::uint32_t, Record>;

std::shared_ptr<const Segment> SegmentOf(const Records& records) {
  SegmentBuilder builder(Kind::kRoles, "");
  for (const auto& [number, record] : records) {
    builder.Add({.number = base::OrgNumber(number),
                 .state = record.state,
                 .columns = {Kind::kRoles, render::RecordView::Columns{record.bytes}},
                 .keys = record.keys});
  }
  auto segment = std::move(builder).Build({});
  EXPECT_TRUE(segment);
  return *segment;
}

Catalog CatalogOf(const Layers& layers) {
  Catalog::LayersByKind all;
  all[model::IndexOf(Kind::kRoles)] = layers;
  return Catalog(std::move(all), {});
}

std::vector<std::pair<std::uint32_t, std::string>> Shown(
    const base::Result<std::vector<Numbered>>& found) {
  EXPECT_TRUE(found);
  std::vector<std::pair<std::uint32_t, std::string>> shown;
  for (const Numbered& one : *found)
    shown.emplace_back(one.number.value(), one.record.served().text());
  return shown;
}

// Random records in up to five layers, queried in pages, compared with a plain map.
TEST(Catalog, FindsByKeyAndWalksAnyLayers) {
  for (unsigned seed = 1; seed <= 30; ++seed) {
    std::mt19937 random(seed);
    const auto below = [&random](unsigned bound) {
      return static_cast<unsigned>(random() % bound);
    };
    const auto make = [&] {
      Record record;
      record.state = static_cast<model::State>(below(4) == 0 ? 1 + below(2) : 0);
      if (record.state != model::State::kLive) return record;
      record.bytes = std::to_string(below(1'000'000));
      std::set<std::uint64_t> keys;
      for (unsigned count = below(3); count > 0; --count) keys.insert(below(6));
      record.keys.assign(keys.begin(), keys.end());
      return record;
    };
    Records now;
    for (int i = 0; i < 60; ++i) now[1 + below(200)] = make();
    Layers layers = {{.segment = SegmentOf(now), .hidden = DocSet(0)}};
    layers.front().hidden = DocSet(layers.front().segment->size());
    for (unsigned count = below(5); count > 0; --count) {
      Records changed;
      for (int i = 0; i < 15; ++i) changed[1 + below(200)] = make();
      for (const auto& [number, record] : changed) now[number] = record;
      layers = LayUpon(layers, SegmentOf(changed));
    }
    const Catalog catalog = CatalogOf(layers);
    std::set<std::uint64_t> shown_keys;
    for (const auto& [number, record] : now) {
      if (record.state != model::State::kLive) continue;
      for (const std::uint64_t key : record.keys) {
        if (key >= 1 && key <= 4) shown_keys.insert(key);
      }
    }
    const auto between = catalog.KeysBetween(Kind::kRoles, 1, 4);
    ASSERT_TRUE(between);
    EXPECT_THAT(*between, ::testing::ElementsAreArray(shown_keys));
    for (std::uint64_t key = 0; key < 7; ++key) {
      const std::uint32_t after = below(200);
      const std::size_t most = 1 + below(10);
      std::vector<std::pair<std::uint32_t, std::string>> with_key;
      std::vector<std::pair<std::uint32_t, std::string>> all;
      for (const auto& [number, record] : now) {
        if (record.state != model::State::kLive || number <= after) continue;
        if (all.size() < most) all.emplace_back(number, record.bytes);
        const bool has_key = std::ranges::find(record.keys, key) != record.keys.end();
        if (has_key && with_key.size() < most) with_key.emplace_back(number, record.bytes);
      }
      EXPECT_EQ(Shown(catalog.FindByKey(Kind::kRoles, key, base::OrgNumber(after), most)),
                with_key);
      EXPECT_EQ(Shown(catalog.After(Kind::kRoles, base::OrgNumber(after), most)), all);
    }
  }
}

}  // namespace
}  // namespace orgreg::search
