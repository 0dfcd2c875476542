// SPDX-License-Identifier: EUPL-1.2

// A catalog of a few units, in memory.

#pragma once

#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "search/catalog.h"

namespace orgreg::downloads {

inline search::Layers LayersOf(model::Kind kind, const std::vector<model::Unit>& units) {
  search::SegmentBuilder builder(kind, "");
  for (const model::Unit& unit : units) builder.Add(unit);
  auto segment = std::move(builder).Build({});
  EXPECT_TRUE(segment);
  return search::LayUpon({}, *segment);
}

inline model::Unit UnitOf(std::uint32_t number, std::string name) {
  model::Unit unit{.number = base::OrgNumber(number), .name = std::move(name)};
  unit.form.code = "AS";
  return unit;
}

// Entities and sub-entities, numbers rising.
inline search::Catalog MakeCatalog(const std::vector<model::Unit>& entities,
                                   const std::vector<model::Unit>& sub_entities,
                                   search::Catalog::State state = {}) {
  return {
      {LayersOf(model::Kind::kEntity, entities), LayersOf(model::Kind::kSubEntity, sub_entities)},
      state};
}

}  // namespace orgreg::downloads
