// SPDX-License-Identifier: EUPL-1.2

#include "api/interface_document/parameters.h"

#include <fmt/format.h>

#include <string>

#include "api/interface_document/body_schemas.h"
#include "model/limits.h"

namespace orgreg::api {
namespace {

Node TypeOnly(std::string_view type) { return Node::Object().With("type", Node::Text(type)); }
Node Like(std::string_view pattern) {
  return TypeOnly("string").With("pattern", Node::Text(pattern));
}

// A text that follows the rule of the row. Rules that name a list of codes have no pattern.
Node TextOf(const search::ParameterRow& row) {
  switch (row.rule) {
    case model::Rule::kOrgNumber:
      return Like("^[0-9]{9}$");
    case model::Rule::kFourDigits:
      return Like("^[0-9]{4}$");
    case model::Rule::kText:
    case model::Rule::kLine:
    case model::Rule::kName:
    case model::Rule::kOrganisationForm:
    case model::Rule::kIndustryCode:
      return TypeOnly("string").With("minLength", Node::Whole(1));
  }
  return TypeOnly("string");
}

Node WholeOf(const search::ParameterRow& row) {
  if (row.digits > 0) return Like(fmt::format("^[0-9]{{{}}}$", row.digits));
  Node node = TypeOnly("integer").With("minimum", Node::Whole(row.least));
  if (row.most != search::ParameterRow::kNoBound && !row.takes_any_larger)
    node.Set("maximum", Node::Whole(row.most));
  if (row.usual > 0) node.Set("default", Node::Whole(row.usual));
  return node;
}

Node ListOf(Node items) {
  return TypeOnly("array").With("items", std::move(items)).With("minItems", Node::Whole(1));
}

// A key, and after a comma the direction.
Node SortOf(std::span<const std::string_view> sort_keys) {
  std::string keys;
  for (const std::string_view key : sort_keys) {
    if (!keys.empty()) keys.push_back('|');
    for (const char c : key) {
      if (c == '.') keys.push_back('\\');
      keys.push_back(c);
    }
  }
  return ListOf(Like(fmt::format("^({})(,([Aa][Ss][Cc]|[Dd][Ee][Ss][Cc]))?$", keys)))
      .With("x-sort-keys", Node::Texts(sort_keys));
}

Node SchemaOf(const search::ParameterRow& row, std::span<const std::string_view> sort_keys) {
  switch (row.takes) {
    case search::Takes::kText:
      return TextOf(row);
    case search::Takes::kTexts:
      return ListOf(TextOf(row)).With("maxItems", Node::Whole(model::kMaxListItems));
    case search::Takes::kName:
      return TypeOnly("string")
          .With("minLength", Node::Whole(1))
          .With("maxLength", Node::Whole(model::kMaxNameCharacters));
    case search::Takes::kFlag:
      return TypeOnly("boolean");
    case search::Takes::kDay:
      return TypeOnly("string").With("format", Node::Text("date"));
    case search::Takes::kTime:
      return TypeOnly("string").With("format", Node::Text("date-time"));
    case search::Takes::kWhole:
      return WholeOf(row);
    case search::Takes::kEmployees:
      return TypeOnly("integer").With("minimum", Node::Whole(0));
    case search::Takes::kChoice:
      return TypeOnly("string").With("enum", Node::Texts(row.choices));
    case search::Takes::kSort:
      return SortOf(sort_keys);
  }
  return TypeOnly("string");
}

}  // namespace

Node ParameterNode(const search::ParameterRow& row, std::span<const std::string_view> sort_keys) {
  const bool is_in_path = row.in == search::In::kPath;
  Node node = Node::Object()
                  .With("name", Node::Text(row.name))
                  .With("in", Node::Text(is_in_path ? "path" : "query"));
  Describe(row.meaning, row.meaning_norwegian, &node);
  if (is_in_path) node.Set("required", Node::Flag(true));
  // Comma-separated; a sort key has a comma of its own, so each is given by itself.
  if (row.takes == search::Takes::kTexts) {
    node.Set("style", Node::Text("form"));
    node.Set("explode", Node::Flag(false));
  }
  node.Set("schema", SchemaOf(row, sort_keys));
  return node;
}

}  // namespace orgreg::api
