// SPDX-License-Identifier: EUPL-1.2

#include "api/interface_document/parameters.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>

#include "api/interface/wanted_position.h"
#include "api/interface_document/body_schemas.h"
#include "model/limits.h"
#include "model/registers/cadastral.h"

namespace orgreg::api {
namespace {

Node TypeOnly(std::string_view type) { return Node::Object().With("type", Node::Text(type)); }
Node Like(std::string_view pattern) {
  return TypeOnly("string").With("pattern", Node::Text(pattern));
}

// Parameters with a check of their own; what the check accepts, as a pattern.
struct CheckedRow {
  search::Reason wrong = {};
  std::string pattern;
};
std::optional<std::string> PatternOf(const search::ParameterRow& row) {
  using model::kCadastralPartDigits;
  static const std::array kChecked = {
      CheckedRow{search::Reason::kNotCadastralId,
                 fmt::format("^[0-9]{{1,{}}}$", model::kCadastralIdDigits)},
      CheckedRow{
          search::Reason::kNotCadastralNumber,
          fmt::format("^[0-9]{{{}}}-[0-9]{{1,{}}}(/[0-9]{{1,{}}}){{1,3}}$",
                      model::kMunicipalityDigits, kCadastralPartDigits, kCadastralPartDigits)}};
  const auto* const found = std::ranges::find(kChecked, row.wrong, &CheckedRow::wrong);
  return found == kChecked.end() ? std::nullopt : std::optional(found->pattern);
}

// A text that follows the rule of the row. Rules that name a list of codes have no pattern.
Node TextOf(const search::ParameterRow& row) {
  if (const std::optional<std::string> pattern = PatternOf(row)) return Like(*pattern);
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
  if (row.greatest() != search::ParameterRow::kNoBound)
    node.Set("maximum", Node::Whole(row.greatest()));
  if (row.usual > 0 && !row.has_no_default) node.Set("default", Node::Whole(row.usual));
  return node;
}

// The number of the class of the few is that of its near end.
Node EmployeesOf(const search::ParameterRow& row) {
  const std::int64_t end_of_few = row.lower_end.empty() ? 1 : model::kFewestShownEmployees - 1;
  Node few = Node::List();
  few.Add(Node::Whole(0));
  few.Add(Node::Whole(end_of_few));
  Node either = Node::List();
  either.Add(Node::Object().With("enum", std::move(few)));
  either.Add(Node::Object().With("minimum", Node::Whole(model::kFewestShownEmployees)));
  return TypeOnly("integer").With("anyOf", std::move(either));
}

// The format alone would allow other zones and other numbers of decimals.
Node TimeOf() {
  Node node =
      Like(R"(^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$)").With("format", Node::Text("date-time"));
  Describe("A time in UTC with three decimals, as in 2026-01-31T12:00:00.000Z.",
           "Et tidspunkt i UTC med tre desimaler, som i 2026-01-31T12:00:00.000Z.", &node);
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
      return TimeOf();
    case search::Takes::kWhole:
      return WholeOf(row);
    case search::Takes::kEmployees:
      return EmployeesOf(row);
    case search::Takes::kChoice:
      return TypeOnly("string").With("enum", Node::Texts(row.choices));
    case search::Takes::kChoices:
      return ListOf(TypeOnly("string").With("enum", Node::Texts(row.choices)))
          .With("maxItems", Node::Whole(model::kMaxListItems));
    case search::Takes::kSort:
      return SortOf(sort_keys);
  }
  return TypeOnly("string");
}

}  // namespace

Node FormSchema(std::span<const search::ParameterRow> rows) {
  Node properties = Node::Object();
  for (const search::ParameterRow& row : rows) {
    Node& property = properties.Set(row.name, SchemaOf(row, {}));
    Describe(row.meaning, row.meaning_norwegian, &property);
    if (!row.example.empty()) property.Set("example", Node::Text(row.example));
  }
  return TypeOnly("object").With("properties", std::move(properties));
}

Node ParameterNode(const search::ParameterRow& row, std::span<const std::string_view> sort_keys) {
  const bool is_in_path = row.in == search::In::kPath;
  Node node = Node::Object()
                  .With("name", Node::Text(row.name))
                  .With("in", Node::Text(is_in_path ? "path" : "query"));
  Describe(row.meaning, row.meaning_norwegian, &node);
  if (is_in_path || row.is_required) node.Set("required", Node::Flag(true));
  // Comma-separated; a sort key has a comma of its own, so each is given by itself.
  if (row.takes == search::Takes::kTexts || row.takes == search::Takes::kChoices) {
    node.Set("style", Node::Text("form"));
    node.Set("explode", Node::Flag(false));
  }
  node.Set("schema", SchemaOf(row, sort_keys));
  if (!row.example.empty()) node.Set("example", Node::Text(row.example));
  return node;
}

Node PositionNode() {
  Node node =
      Node::Object().With("name", Node::Text(kPositionField)).With("in", Node::Text("header"));
  Describe(
      "Id of an update that the answer must have. The server waits for it up to two seconds; then "
      "it answers 503.",
      "Id-en til en oppdatering som svaret må ha med. Tjeneren venter på den i inntil to "
      "sekunder; deretter svarer den 503.",
      &node);
  node.Set("schema", TypeOnly("integer").With("minimum", Node::Whole(0)));
  return node;
}

}  // namespace orgreg::api
