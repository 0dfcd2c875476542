// SPDX-License-Identifier: EUPL-1.2

#include "api/interface_changes/operation_parts.h"

#include <array>
#include <span>

namespace orgreg::api {

using formats::JsonValue;

namespace {

constexpr std::array<std::string_view, 7> kMethods = {"get",    "post", "put",    "patch",
                                                      "delete", "head", "options"};

}  // namespace

bool IsTrue(const JsonValue* flag) { return flag != nullptr && flag->text == "true"; }

std::string_view TextOf(const JsonValue* value) {
  return value == nullptr ? std::string_view() : value->text;
}

Operations OperationsOf(const JsonDocument& document) {
  Operations operations;
  for (const JsonValue& path : ItemsOf(FindMember(&document.root(), "paths"))) {
    for (const std::string_view method : kMethods) {
      if (const JsonValue* const operation = FindMember(&path, method))
        operations.emplace(std::string(path.name).append(" ").append(method),
                           Operation{.path = &path, .operation = operation});
    }
  }
  return operations;
}

ByName ParametersOf(const JsonDocument& document, const Operation& operation) {
  ByName parameters;
  for (const JsonValue* const owner : {operation.operation, operation.path}) {
    for (const JsonValue& item : ItemsOf(FindMember(owner, "parameters"))) {
      const JsonValue* const parameter = document.Follow(&item);
      if (parameter == nullptr) continue;
      parameters.emplace(std::string(TextOf(FindMember(parameter, "name")))
                             .append(" ")
                             .append(TextOf(FindMember(parameter, "in"))),
                         parameter);
    }
  }
  return parameters;
}

std::pair<std::string_view, bool> StyleOf(const JsonValue* parameter) {
  const std::string_view place = TextOf(FindMember(parameter, "in"));
  const JsonValue* const style = FindMember(parameter, "style");
  const std::string_view usual = place == "path" || place == "header" ? "simple" : "form";
  const std::string_view name = style == nullptr ? usual : style->text;
  const JsonValue* const explode = FindMember(parameter, "explode");
  return {name, explode == nullptr ? name == "form" : IsTrue(explode)};
}

ByName MediaTypesOf(const JsonValue* content) {
  ByName types;
  for (const JsonValue& media : ItemsOf(content)) {
    std::string name;
    for (const char c : media.name) {
      if (c != ' ') name.push_back(c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c);
    }
    types.emplace(std::move(name), &media);
  }
  return types;
}

bool IsOwnServer(const JsonValue* servers) {
  const std::span<const JsonValue> list = ItemsOf(servers);
  return list.empty() || (list.size() == 1 && TextOf(FindMember(&list.front(), "url")) == "/");
}

std::vector<Requirement> RequirementsOf(const JsonDocument& document, const JsonValue* operation) {
  const JsonValue* const own = FindMember(operation, "security");
  std::vector<Requirement> requirements;
  for (const JsonValue& item :
       ItemsOf(own != nullptr ? own : FindMember(&document.root(), "security"))) {
    Requirement requirement;
    for (const JsonValue& scheme : item.items) {
      requirement.emplace(scheme.name);
      for (const JsonValue& scope : scheme.items)
        requirement.insert(std::string(scheme.name).append(" ").append(scope.text));
    }
    requirements.push_back(std::move(requirement));
  }
  if (requirements.empty()) requirements.emplace_back();
  return requirements;
}

}  // namespace orgreg::api
