// SPDX-License-Identifier: EUPL-1.2

// An operation is the same if method and path are. Its parameters, bodies and answers are compared
// by name, their schemas by a SchemaComparer.

#include "api/interface_changes/interface_changes.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <functional>
#include <map>
#include <set>
#include <string>
#include <utility>

#include "api/interface_changes/json_document.h"
#include "api/interface_changes/schema_comparer.h"

namespace orgreg::api {
namespace {

using formats::JsonValue;
using ByName = std::map<std::string, const JsonValue*, std::less<>>;

constexpr std::array<std::string_view, 7> kMethods = {"get",    "post", "put",    "patch",
                                                      "delete", "head", "options"};

bool IsTrue(const JsonValue* flag) { return flag != nullptr && flag->text == "true"; }

std::string_view TextOf(const JsonValue* value) {
  return value == nullptr ? std::string_view() : value->text;
}

base::Result<JsonDocument> ReadDocument(std::string_view text, const std::string& name) {
  base::Result<JsonDocument> document = JsonDocument::Read(text);
  if (!document) return std::move(document).error().At(name);
  if (FindMember(&document->root(), "paths") == nullptr)
    return base::Error{base::Code::kInvalid, name + ": this is not a document of OpenAPI"};
  return document;
}

std::string_view VersionOf(const JsonDocument& document) {
  return TextOf(FindMember(&document.root(), "openapi"));
}

// Both have the same words for the same schemas.
base::Status CheckVersions(std::string_view before, std::string_view after) {
  if (IsOpenApi30(before) == IsOpenApi30(after)) return {};
  return base::Error{base::Code::kInvalid,
                     fmt::format("documents of OpenAPI {} and {} cannot be compared: print both in "
                                 "the same version (orgreg openapi --as)",
                                 before, after)};
}

// By method and path.
ByName OperationsOf(const JsonDocument& document) {
  ByName operations;
  for (const JsonValue& path : ItemsOf(FindMember(&document.root(), "paths"))) {
    for (const std::string_view method : kMethods) {
      if (const JsonValue* const operation = FindMember(&path, method))
        operations.emplace(std::string(path.name).append(" ").append(method), operation);
    }
  }
  return operations;
}

// By name and place.
ByName ParametersOf(const JsonDocument& document, const JsonValue* operation) {
  ByName parameters;
  for (const JsonValue& item : ItemsOf(FindMember(operation, "parameters"))) {
    const JsonValue* const parameter = document.Follow(&item);
    if (parameter == nullptr) continue;
    parameters.emplace(std::string(TextOf(FindMember(parameter, "name")))
                           .append(" ")
                           .append(TextOf(FindMember(parameter, "in"))),
                       parameter);
  }
  return parameters;
}

// What a client needs: the schemes, each with its scopes. A list without any needs nothing.
using Requirement = std::set<std::string, std::less<>>;
std::vector<Requirement> RequirementsOf(const JsonValue* operation) {
  std::vector<Requirement> requirements;
  for (const JsonValue& item : ItemsOf(FindMember(operation, "security"))) {
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

class Comparer {
 public:
  Comparer(const JsonDocument& before, const JsonDocument& after)
      : before_(before), after_(after), schemas_(before, after, &found_) {}

  std::vector<Change> Compare() {
    const ByName before = OperationsOf(before_);
    const ByName after = OperationsOf(after_);
    for (const auto& [name, operation] : before) {
      place_ = TextOf(FindMember(operation, "operationId"));
      const auto found = after.find(name);
      if (found == after.end()) {
        Note(ChangeKind::kOperationRemoved);
      } else {
        CompareOperations({operation, found->second});
      }
    }
    for (const auto& [name, operation] : after) {
      place_ = TextOf(FindMember(operation, "operationId"));
      if (!before.contains(name)) Note(ChangeKind::kOperationAdded);
    }
    return std::move(found_);
  }

 private:
  void CompareOperations(const BothValues& operations) {
    const BothValues names = operations.At("operationId");
    if (TextOf(names.before) != TextOf(names.after))
      Note(ChangeKind::kOperationRenamed, TextOf(names.after));
    if (const BothValues outdated = operations.At("deprecated");
        IsTrue(outdated.after) && !IsTrue(outdated.before))
      Note(ChangeKind::kOutdated);
    CompareAccess(operations);
    CompareParameters(operations);
    CompareBodies(operations.At("requestBody"));
    CompareAnswers(operations.At("responses"));
  }

  void CompareAccess(const BothValues& operations) {
    const std::vector<Requirement> after = RequirementsOf(operations.after);
    for (const Requirement& had : RequirementsOf(operations.before)) {
      const bool suffices = std::ranges::any_of(
          after, [&](const Requirement& needed) { return std::ranges::includes(had, needed); });
      if (suffices) continue;
      std::string names;
      for (const std::string& name : had) names.append(names.empty() ? "" : ", ").append(name);
      Note(ChangeKind::kAccessNarrowed, names.empty() ? "nothing" : names);
    }
  }

  void CompareParameters(const BothValues& operations) {
    const ByName before = ParametersOf(before_, operations.before);
    const ByName after = ParametersOf(after_, operations.after);
    for (const auto& [key, parameter] : before) {
      const auto found = after.find(key);
      if (found == after.end()) {
        Note(ChangeKind::kParameterRemoved, TextOf(FindMember(parameter, "name")));
      } else {
        CompareParameter({parameter, found->second});
      }
    }
    for (const auto& [key, parameter] : after) {
      if (before.contains(key)) continue;
      Note(IsTrue(FindMember(parameter, "required")) ? ChangeKind::kRequiredParameterAdded
                                                     : ChangeKind::kParameterAdded,
           TextOf(FindMember(parameter, "name")));
    }
  }

  void CompareParameter(const BothValues& parameters) {
    const std::string_view name = TextOf(FindMember(parameters.before, "name"));
    const BothValues required = parameters.At("required");
    if (IsTrue(required.before) != IsTrue(required.after)) {
      Note(IsTrue(required.after) ? ChangeKind::kParameterRequired : ChangeKind::kParameterOptional,
           name);
    }
    for (const std::string_view keyword : {"style", "explode"}) {
      const BothValues values = parameters.At(keyword);
      if (TextOf(values.before) != TextOf(values.after))
        Note(ChangeKind::kParameterStyleChanged, name);
    }
    schemas_.Compare(parameters.At("schema"), Side::kRequest,
                     place_ + ", parameter " + std::string(name));
  }

  void CompareBodies(const BothValues& references) {
    const BothValues bodies = {before_.Follow(references.before), after_.Follow(references.after)};
    if (bodies.before == nullptr && bodies.after == nullptr) return;
    if (bodies.after == nullptr) return Note(ChangeKind::kBodyRemoved);
    const BothValues required = bodies.At("required");
    if (IsTrue(required.after) && !IsTrue(required.before)) {
      Note(ChangeKind::kBodyRequired);
    } else if (bodies.before == nullptr) {
      Note(ChangeKind::kBodyAdded);
    }
    if (bodies.before != nullptr)
      CompareContent(bodies.At("content"), Side::kRequest, place_ + ", body");
  }

  void CompareAnswers(const BothValues& answers) {
    for (const JsonValue& answer : ItemsOf(answers.before)) {
      const JsonValue* const after = FindMember(answers.after, answer.name);
      if (after == nullptr) {
        Note(ChangeKind::kStatusRemoved, answer.name);
      } else {
        CompareAnswer({before_.Follow(&answer), after_.Follow(after)},
                      place_ + ", answer " + std::string(answer.name));
      }
    }
    for (const JsonValue& answer : ItemsOf(answers.after)) {
      if (FindMember(answers.before, answer.name) == nullptr)
        Note(ChangeKind::kStatusAdded, answer.name);
    }
  }

  void CompareAnswer(const BothValues& answers, const std::string& place) {
    const BothValues headers = answers.At("headers");
    for (const JsonValue& header : ItemsOf(headers.before)) {
      if (FindMember(headers.after, header.name) == nullptr)
        Add(ChangeKind::kHeaderRemoved, Side::kAnswer, place, header.name);
    }
    for (const JsonValue& header : ItemsOf(headers.after)) {
      if (FindMember(headers.before, header.name) == nullptr)
        Add(ChangeKind::kHeaderAdded, Side::kAnswer, place, header.name);
    }
    CompareContent(answers.At("content"), Side::kAnswer, place);
  }

  void CompareContent(const BothValues& contents, Side side, const std::string& place) {
    const bool is_request = side == Side::kRequest;
    for (const JsonValue& media : ItemsOf(contents.before)) {
      const JsonValue* const after = FindMember(contents.after, media.name);
      if (after == nullptr) {
        Add(is_request ? ChangeKind::kBodyTypeRemoved : ChangeKind::kAnswerTypeRemoved, side, place,
            media.name);
      } else {
        schemas_.Compare({FindMember(&media, "schema"), FindMember(after, "schema")}, side, place);
      }
    }
    for (const JsonValue& media : ItemsOf(contents.after)) {
      if (FindMember(contents.before, media.name) != nullptr) continue;
      Add(is_request ? ChangeKind::kBodyTypeAdded : ChangeKind::kAnswerTypeAdded, side, place,
          media.name);
    }
  }

  void Note(ChangeKind kind, std::string_view subject = "") {
    Add(kind, Side::kRequest, place_, subject);
  }

  void Add(ChangeKind kind, Side side, const std::string& place, std::string_view subject) {
    found_.push_back({.kind = kind, .side = side, .place = place, .subject = std::string(subject)});
  }

  const JsonDocument& before_;
  const JsonDocument& after_;
  std::vector<Change> found_ = {};
  SchemaComparer schemas_;
  std::string place_ = {};  // The operation that is compared.
};

}  // namespace

bool IsOpenApi30(std::string_view version) { return version.starts_with("3.0."); }

base::Result<std::string> OpenApiVersionOf(std::string_view document) {
  const JsonDocument read = TRY(ReadDocument(document, "the older document"));
  return std::string(VersionOf(read));
}

base::Result<std::vector<Change>> CompareInterfaces(std::string_view before,
                                                    std::string_view after) {
  const JsonDocument older = TRY(ReadDocument(before, "the older document"));
  const JsonDocument newer = TRY(ReadDocument(after, "the newer document"));
  TRY(CheckVersions(VersionOf(older), VersionOf(newer)));
  return Comparer(older, newer).Compare();
}

}  // namespace orgreg::api
