// SPDX-License-Identifier: EUPL-1.2

// The keywords of a JSON schema as values that can be compared. All of them borrow the schema; null
// is a keyword, or a schema, that is not there. Pure; safe from any thread.

#pragma once

#include <functional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "formats/json/tree.h"

namespace orgreg::api {

inline constexpr std::string_view kSortKeys = "x-sort-keys";

// Whether the keyword says nothing about which values are allowed.
bool IsAnnotation(std::string_view keyword);

// Whether the schema has a keyword that is no annotation.
bool HasRules(const formats::JsonValue* schema);

using Texts = std::set<std::string_view, std::less<>>;

// The texts of a list, or the only text.
Texts TextsOf(const formats::JsonValue* value);

// A schema without a type allows all of them; each whole number is a number.
Texts TypesOf(const formats::JsonValue* value);

// The values of a list, each with its kind: 1 is not "1".
using Values = std::set<std::pair<formats::JsonValue::Kind, std::string>>;
Values ValuesOf(const formats::JsonValue* list);

// A bound that is not there allows everything: it is infinite.
double BoundOf(const formats::JsonValue* value, bool is_lower);

// anyOf or oneOf.
const formats::JsonValue* ChoicesOf(const formats::JsonValue* schema);

// The choices of the schema that `written` leads to. A schema without choices is the only choice.
std::vector<const formats::JsonValue*> ListChoices(const formats::JsonValue* schema,
                                                   const formats::JsonValue* written);

// The last step of a reference: the name of what it leads to.
std::string_view LastStep(std::string_view reference);

// The name of the schema that a choice refers to; its JSON if it refers to none.
std::string NameOfChoice(const formats::JsonValue* schema);

}  // namespace orgreg::api
