// SPDX-License-Identifier: EUPL-1.2

// The bodies of the extensions (docs/extensions.md): values, and the schemas that they are written
// by. A list of records or counts is written next to its schema, since it may be long. Constants;
// safe from any thread.

#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>

#include "model/schema/schema.h"
#include "model/unit.h"

namespace orgreg::api {

struct Link {
  std::string href = {};  // With the origin.
};
using MaybeLink = std::optional<Link>;

inline constexpr std::array<model::Row, 1> kLinkRows = {model::Plain<&Link::href>("href")};
inline constexpr model::SchemaOf<Link> kLinkSchema = {{.rows = kLinkRows}};

// One unit of either kind, whatever its state is.
struct UnitState {
  base::OrgNumber number = {};
  std::string status = {};  // live, deleted, removed or unknown
  model::Text kind = {};    // entity or sub-entity
  model::Text name = {};
  model::Day deleted_on = {};
  model::Number superior = {};
  // The live units that name this one as their superior.
  model::Count entities = {};
  model::Count sub_entities = {};
  Link self = {};
  MaybeLink record = {};
  MaybeLink superior_link = {};
  MaybeLink entities_link = {};
  MaybeLink sub_entities_link = {};
};

inline constexpr std::array<model::Row, 5> kUnitLinkRows = {
    model::Object<&UnitState::self>("self", kLinkSchema),
    model::Object<&UnitState::record>("record", kLinkSchema),
    model::Object<&UnitState::superior_link>("superiorUnit", kLinkSchema),
    model::Object<&UnitState::entities_link>("entities", kLinkSchema),
    model::Object<&UnitState::sub_entities_link>("subEntities", kLinkSchema),
};
inline constexpr model::Schema kUnitLinksSchema = {.rows = kUnitLinkRows};
inline constexpr std::array<model::Row, 9> kUnitStateRows = {
    model::Plain<&UnitState::number>("organisationNumber"),
    model::Plain<&UnitState::status>("status"),
    model::Plain<&UnitState::kind>("kind"),
    model::Plain<&UnitState::name>("name"),
    model::Plain<&UnitState::deleted_on>("deletedOn"),
    model::Plain<&UnitState::superior>("superiorUnit"),
    model::Plain<&UnitState::entities>("entityCount"),
    model::Plain<&UnitState::sub_entities>("subEntityCount"),
    model::Group("_links", kUnitLinksSchema),
};
inline constexpr model::SchemaOf<UnitState> kUnitStateSchema = {{.rows = kUnitStateRows}};

// The end of a list of records ("items") that goes on at a cursor.
struct CursorPage {
  std::int64_t total = 0;
  model::Text next_cursor = {};
  Link self = {};
  MaybeLink next = {};
};

inline constexpr std::array<model::Row, 2> kCursorLinkRows = {
    model::Object<&CursorPage::self>("self", kLinkSchema),
    model::Object<&CursorPage::next>("next", kLinkSchema),
};
inline constexpr model::Schema kCursorLinksSchema = {.rows = kCursorLinkRows};
inline constexpr std::array<model::Row, 3> kCursorPageRows = {
    model::Plain<&CursorPage::total>("total"),
    model::Plain<&CursorPage::next_cursor>("nextCursor"),
    model::Group("_links", kCursorLinksSchema),
};
inline constexpr model::SchemaOf<CursorPage> kCursorPageSchema = {{.rows = kCursorPageRows}};

}  // namespace orgreg::api
