// SPDX-License-Identifier: EUPL-1.2

// What an interface document says about an operation, found by name: its parameters, media types
// and what a client needs to call it, with the defaults of OpenAPI. All of it borrows the document.
// Pure; safe from any thread.

#pragma once

#include <functional>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "api/interface_changes/json_document.h"

namespace orgreg::api {

// A flag that is not there is false.
bool IsTrue(const formats::JsonValue* flag);

// Empty for null.
std::string_view TextOf(const formats::JsonValue* value);

struct Operation {
  const formats::JsonValue* path = nullptr;
  const formats::JsonValue* operation = nullptr;
};
using Operations = std::map<std::string, Operation, std::less<>>;

// By method and path.
Operations OperationsOf(const JsonDocument& document);

using ByName = std::map<std::string, const formats::JsonValue*, std::less<>>;

// By name and place. A parameter of the operation replaces that of its path.
ByName ParametersOf(const JsonDocument& document, const Operation& operation);

// How the values of a parameter are written: the style, and whether each value has a part of its
// own.
std::pair<std::string_view, bool> StyleOf(const formats::JsonValue* parameter);

// By media type, in small letters and without blanks.
ByName MediaTypesOf(const formats::JsonValue* content);

// Whether the server that sent the document answers: there are no servers, or only "/".
bool IsOwnServer(const formats::JsonValue* servers);

// The schemes that a client needs, each with its scopes.
using Requirement = std::set<std::string, std::less<>>;

// Any of them suffices. An operation without a list has that of the document; a list without any
// needs nothing.
std::vector<Requirement> RequirementsOf(const JsonDocument& document,
                                        const formats::JsonValue* operation);

}  // namespace orgreg::api
