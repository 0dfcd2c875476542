// SPDX-License-Identifier: EUPL-1.2

// What the reference says of schemas (JSON Schema) of an interface document. Pure.

#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "api/interface_document/node.h"

namespace orgreg::api {

// The text of a member that is a text; empty if there is none.
std::string_view TextAt(const Node& node, std::string_view name);

// A part of the description of values: words, and after them perhaps the name of a schema.
struct TypePart {
  std::string words = {};
  std::string schema = {};
};
// The values that a schema allows, in words: "list of " Entity; "whole number, 1 to 10000".
std::vector<TypePart> DescribeType(const Node& schema);

// A member of an object. A member of an object within it has both names, with a dot; one of the
// objects of a list, "[]." between them.
struct MemberRow {
  std::string name = {};
  const Node* schema = nullptr;
  bool is_required = false;
};
// Objects that have a schema of their own are not entered. `schema` outlives the rows.
std::vector<MemberRow> MembersOf(const Node& schema);

}  // namespace orgreg::api
