// SPDX-License-Identifier: EUPL-1.2

#include "render/cells/column_index.h"

#include <algorithm>

#include "model/kind.h"
#include "model/units/columns.h"
#include "model/units/field.h"

namespace orgreg::render {

ColumnIndex::ColumnIndex(model::Kind kind) {
  for (std::size_t at = 0; at < model::Columns(kind).size(); ++at) Add(kind, at);
  Finish();
}

ColumnIndex::ColumnIndex(model::Kind kind, std::span<const std::size_t> columns) {
  for (const std::size_t column : columns) Add(kind, column);
  Finish();
}

void ColumnIndex::Add(model::Kind kind, std::size_t column) {
  const model::Field& field = *model::Columns(kind)[column].field;
  const Group parent = GroupOf(field.group);
  members_.push_back({.name = field.row.name,
                      .parent = parent,
                      .column = static_cast<std::uint16_t>(column),
                      .kind = field.row.kind});
}

void ColumnIndex::Finish() {
  for (std::size_t id = 0; id < members_.size(); ++id) {
    members_[id].id = static_cast<std::uint16_t>(id);
  }
  while (!Place()) mixer_ = mixer_ * 6364136223846793005U + 2;  // Stays odd.
}

const ColumnIndex& ColumnIndex::Of(model::Kind kind) {
  static const ColumnIndex entity(model::Kind::kEntity);
  static const ColumnIndex sub_entity(model::Kind::kSubEntity);
  return kind == model::Kind::kEntity ? entity : sub_entity;
}

ColumnIndex::Group ColumnIndex::GroupOf(std::string_view name) {
  const auto known = std::ranges::find(groups_, name);
  const auto group = static_cast<Group>(known - groups_.begin());
  if (known == groups_.end()) {
    groups_.push_back(name);
    members_.push_back({.name = name, .group = group});
  }
  return group;
}

// Gives every member its place. False if two get the same one.
bool ColumnIndex::Place() {
  places_.fill(nullptr);
  for (const Member& member : members_) {
    const Member*& place = places_[PlaceOf(member.parent, member.name)];
    if (place != nullptr) return false;
    place = &member;
  }
  return true;
}

}  // namespace orgreg::render
