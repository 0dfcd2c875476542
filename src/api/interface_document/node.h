// SPDX-License-Identifier: EUPL-1.2

// A Node is a part of a document that is built in memory and then written as JSON or YAML: a text,
// a literal of JSON, a list or an object with its members in order. A plain value.

#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace orgreg::api {

class Node {
 public:
  enum class Kind : std::uint8_t { kText, kLiteral, kList, kObject };

  static Node Text(std::string_view text) { return Node(Kind::kText, text); }
  // Any JSON, as it is to be written.
  static Node Literal(std::string_view json) { return Node(Kind::kLiteral, json); }
  static Node Whole(std::int64_t value) { return Node(Kind::kLiteral, std::to_string(value)); }
  static Node Flag(bool value) { return Node(Kind::kLiteral, value ? "true" : "false"); }
  static Node List() { return Node(Kind::kList, ""); }
  static Node Texts(std::span<const std::string_view> texts) {
    Node list = List();
    for (const std::string_view text : texts) list.Add(Text(text));
    return list;
  }
  static Node Object() { return Node(Kind::kObject, ""); }
  static Node Reference(std::string_view target) { return Object().With("$ref", Text(target)); }

  Kind kind() const { return kind_; }
  const std::string& text() const { return text_; }
  const std::vector<Node>& items() const { return items_; }
  // Of the members of an object, in the order of items().
  const std::vector<std::string>& names() const { return names_; }
  bool empty() const { return items_.empty(); }

  Node& Add(Node item) { return items_.emplace_back(std::move(item)); }
  // Sets a member of an object, in the place of an earlier one of the same name.
  Node& Set(std::string_view name, Node value);
  // The same, for building an object in one expression.
  Node With(std::string_view name, Node value) && {
    Set(name, std::move(value));
    return std::move(*this);
  }
  // Null if an object has no such member.
  const Node* Find(std::string_view name) const;
  Node* Find(std::string_view name);

  friend bool operator==(const Node&, const Node&) = default;

 private:
  Node(Kind kind, std::string_view text) : kind_(kind), text_(text) {}

  Kind kind_;
  std::string text_;
  std::vector<std::string> names_;
  std::vector<Node> items_;
};

// Compact JSON.
std::string ToJson(const Node& node);

// YAML 1.2 in blocks, two blanks a level. Texts that a reader could take for something else stand
// in quotation marks; literals stay JSON, which YAML contains.
std::string ToYaml(const Node& node);

}  // namespace orgreg::api
