// SPDX-License-Identifier: EUPL-1.2

// Links that are made while a record is copied. A record keeps which link it is and the name of its
// item (public_form.h), about five bytes; the rest of the link is the same in all records.
// Constants; safe from any thread.

#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "model/resources.h"
#include "model/roles/schema.h"
#include "model/units/schema.h"

namespace orgreg::render {

struct KnownLink {
  std::string_view relation = {};
  std::string_view collection = {};
};

// All links of the schemas. The order is a part of the format of the index
// (docs/segment-format.md): a change of it raises search::kIndexVersion.
inline constexpr auto kKnownLinks = std::to_array<KnownLink>({
    {.relation = model::kSelfRelation, .collection = model::kForms},
    {.relation = model::kSelfRelation, .collection = model::kEntities},
    {.relation = model::kSelfRelation, .collection = model::kSubEntities},
    {.relation = model::kSuperiorRelation, .collection = model::kEntities},
    {.relation = model::kSelfRelation, .collection = model::kRoleTypes},
    {.relation = model::kSelfRelation, .collection = model::kRoleGroupTypes},
    {.relation = model::kEntityName, .collection = model::kEntities},
});

constexpr std::optional<std::size_t> IndexOf(const KnownLink& wanted) {
  for (std::size_t index = 0; index < kKnownLinks.size(); ++index) {
    const KnownLink& known = kKnownLinks[index];
    if (known.relation == wanted.relation && known.collection == wanted.collection) return index;
  }
  return std::nullopt;
}

// A link as a member of the object of links. The first one opens the object, the last one closes
// it.
struct LinkPlace {
  std::size_t link = 0;  // The index in kKnownLinks.
  bool is_first = true;
  bool is_last = true;
};

// A number from 1 that is kept in place of the link's texts.
constexpr std::size_t CodeOf(const LinkPlace& place) {
  return 1 + place.link * 4 + (place.is_first ? 2U : 0U) + (place.is_last ? 1U : 0U);
}

// What is the same in all records: before the origin, between it and the item, after the item.
struct LinkTexts {
  std::string before = {};
  std::string path = {};
  std::string after = {};
};
// Null if no link has the code.
const LinkTexts* LinkTextsOf(std::size_t code);
// No link has more bytes, without its origin and its item.
inline constexpr std::size_t kMostLinkBytes = 96;

}  // namespace orgreg::render
