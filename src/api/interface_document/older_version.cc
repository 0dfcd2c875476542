// SPDX-License-Identifier: EUPL-1.2

// A text or nothing is "nullable"; a reference has no neighbours, so it moves into a list of one;
// licences have no identifier; only OAuth names scopes.

#include "api/interface_document/older_version.h"

#include <algorithm>
#include <string_view>
#include <utility>

namespace orgreg::api {
namespace {

constexpr std::string_view kReference = "$ref";
constexpr std::string_view kVersion = "3.0.3";

Node Project(const Node& node);

// {"type": ["string", "null"]} as {"type": "string", "nullable": true}.
void SetTypes(const Node& types, Node* object) {
  for (const Node& type : types.items()) {
    if (type.text() == "null") {
      object->Set("nullable", Node::Flag(true));
    } else {
      object->Set("type", type);
    }
  }
}

// Without scopes several requirements may be the same.
Node ProjectSecurity(const Node& security) {
  Node projected = Node::List();
  for (const Node& requirement : security.items()) {
    Node bare = Node::Object();
    for (const std::string& scheme : requirement.names()) bare.Set(scheme, Node::List());
    if (std::ranges::find(projected.items(), bare) == projected.items().end())
      projected.Add(std::move(bare));
  }
  return projected;
}

Node ProjectObject(const Node& node) {
  const bool is_crowded_reference = node.Find(kReference) != nullptr && node.items().size() > 1;
  Node object = Node::Object();
  for (std::size_t at = 0; at < node.items().size(); ++at) {
    const std::string_view name = node.names()[at];
    const Node& value = node.items()[at];
    if (name == kReference && is_crowded_reference) {
      object.Set("allOf", Node::List()).Add(Node::Reference(value.text()));
    } else if (name == "type" && value.kind() == Node::Kind::kList) {
      SetTypes(value, &object);
    } else if (name == "security") {
      object.Set(name, ProjectSecurity(value));
    } else if (name != "identifier" || value.kind() != Node::Kind::kText) {
      object.Set(name, Project(value));
    }
  }
  return object;
}

Node Project(const Node& node) {
  switch (node.kind()) {
    case Node::Kind::kText:
    case Node::Kind::kLiteral:
      return node;
    case Node::Kind::kObject:
      return ProjectObject(node);
    case Node::Kind::kList:
      break;
  }
  Node list = Node::List();
  for (const Node& item : node.items()) list.Add(Project(item));
  return list;
}

}  // namespace

Node AsVersion30(const Node& document) {
  Node projected = Project(document);
  projected.Set("openapi", Node::Text(kVersion));
  return projected;
}

}  // namespace orgreg::api
