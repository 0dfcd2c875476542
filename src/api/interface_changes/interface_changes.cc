// SPDX-License-Identifier: EUPL-1.2

// An operation is the same if method and path are. Its parameters, bodies and answers are compared
// by name, their schemas by a SchemaComparer.

#include "api/interface_changes/interface_changes.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <utility>

#include "api/interface_changes/json_document.h"
#include "api/interface_changes/operation_parts.h"
#include "api/interface_changes/schema_comparer.h"

namespace orgreg::api {
namespace {

using formats::JsonValue;

base::Result<JsonDocument> ReadDocument(std::string_view text, std::string_view name) {
  base::Result<JsonDocument> document = JsonDocument::Read(text);
  if (!document) return std::move(document).error().At(std::string(name));
  const JsonValue* const paths = FindMember(&document->root(), "paths");
  if (paths == nullptr || paths->kind != JsonValue::Kind::kObject ||
      !TextOf(FindMember(&document->root(), "openapi")).starts_with("3."))
    return base::Error{base::Code::kInvalid,
                       fmt::format("{}: this is not a document of OpenAPI 3", name)};
  return document;
}

std::string_view VersionOf(const JsonDocument& document) {
  return TextOf(FindMember(&document.root(), "openapi"));
}

// Both have the same words for the same schemas.
base::Status CheckVersions(const JsonDocument& before, const JsonDocument& after,
                           const DocumentNames& names) {
  if (IsOpenApi30(VersionOf(before)) == IsOpenApi30(VersionOf(after))) return {};
  return base::Error{base::Code::kInvalid,
                     fmt::format("{} (OpenAPI {}) and {} (OpenAPI {}) cannot be compared: print "
                                 "both in the same version (orgreg openapi --as)",
                                 names.older, VersionOf(before), names.newer, VersionOf(after))};
}

class Comparer {
 public:
  Comparer(const JsonDocument& before, const JsonDocument& after)
      : before_(before), after_(after), schemas_(before, after, &found_) {}

  std::vector<Change> Compare() {
    CompareRoots({&before_.root(), &after_.root()});
    const Operations before = OperationsOf(before_);
    const Operations after = OperationsOf(after_);
    for (const auto& [name, operation] : before) {
      place_ = TextOf(FindMember(operation.operation, "operationId"));
      const auto found = after.find(name);
      if (found == after.end()) {
        Note(ChangeKind::kOperationRemoved);
      } else {
        CompareOperations({operation.operation, found->second.operation});
        CompareParameters(operation, found->second);
      }
    }
    for (const auto& [name, operation] : after) {
      place_ = TextOf(FindMember(operation.operation, "operationId"));
      if (!before.contains(name)) Note(ChangeKind::kOperationAdded);
    }
    return std::move(found_);
  }

 private:
  // What holds for all operations.
  void CompareRoots(const BothValues& roots) {
    place_ = "the document";
    const BothValues servers = roots.At("servers");
    const bool is_own = IsOwnServer(servers.before) && IsOwnServer(servers.after);
    if (!is_own && !IsSameButWords(servers.before, servers.after))
      Note(ChangeKind::kOtherChanged, "servers");
    const BothValues schemes = roots.At("components").At("securitySchemes");
    for (const JsonValue& scheme : ItemsOf(schemes.before)) {
      if (!IsSameButWords(&scheme, FindMember(schemes.after, scheme.name)))
        Note(ChangeKind::kOtherChanged, std::string("securitySchemes.").append(scheme.name));
    }
  }

  void CompareOperations(const BothValues& operations) {
    const BothValues names = operations.At("operationId");
    if (TextOf(names.before) != TextOf(names.after))
      Note(ChangeKind::kOperationRenamed, TextOf(names.after));
    if (const BothValues outdated = operations.At("deprecated");
        IsTrue(outdated.after) && !IsTrue(outdated.before))
      Note(ChangeKind::kOutdated);
    CompareAccess(operations);
    CompareBodies(operations.At("requestBody"));
    CompareAnswers(operations.At("responses"));
  }

  void CompareAccess(const BothValues& operations) {
    const std::vector<Requirement> after = RequirementsOf(after_, operations.after);
    for (const Requirement& had : RequirementsOf(before_, operations.before)) {
      const bool suffices = std::ranges::any_of(
          after, [&](const Requirement& needed) { return std::ranges::includes(had, needed); });
      if (suffices) continue;
      std::string names;
      for (const std::string& name : had) names.append(names.empty() ? "" : ", ").append(name);
      Note(ChangeKind::kAccessNarrowed, names.empty() ? "nothing" : names);
    }
  }

  void CompareParameters(const Operation& older, const Operation& newer) {
    const ByName before = ParametersOf(before_, older);
    const ByName after = ParametersOf(after_, newer);
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
    const BothValues contents = parameters.At("content");
    const bool has_content = contents.after != nullptr;
    if (StyleOf(parameters.before) != StyleOf(parameters.after) ||
        (contents.before != nullptr) != has_content)
      Note(ChangeKind::kParameterStyleChanged, name);
    const std::string place = place_ + ", parameter " + std::string(name);
    schemas_.Compare(parameters.At("schema"), Side::kRequest, place);
    if (contents.before != nullptr && has_content) CompareContent(contents, Side::kRequest, place);
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
      const JsonValue* const after = FindMember(headers.after, header.name);
      if (after == nullptr) {
        Add(ChangeKind::kHeaderRemoved, Side::kAnswer, place, header.name);
        continue;
      }
      const BothValues both = {before_.Follow(&header), after_.Follow(after)};
      if (IsTrue(FindMember(both.before, "required")) &&
          !IsTrue(FindMember(both.after, "required")))
        Add(ChangeKind::kHeaderOptional, Side::kAnswer, place, header.name);
      schemas_.Compare(both.At("schema"), Side::kAnswer,
                       place + ", header " + std::string(header.name));
    }
    for (const JsonValue& header : ItemsOf(headers.after)) {
      if (FindMember(headers.before, header.name) == nullptr)
        Add(ChangeKind::kHeaderAdded, Side::kAnswer, place, header.name);
    }
    CompareContent(answers.At("content"), Side::kAnswer, place);
  }

  void CompareContent(const BothValues& contents, Side side, const std::string& place) {
    const bool is_request = side == Side::kRequest;
    const ByName before = MediaTypesOf(contents.before);
    const ByName after = MediaTypesOf(contents.after);
    for (const auto& [name, media] : before) {
      const auto found = after.find(name);
      if (found == after.end()) {
        Add(is_request ? ChangeKind::kBodyTypeRemoved : ChangeKind::kAnswerTypeRemoved, side, place,
            media->name);
      } else {
        schemas_.Compare({FindMember(media, "schema"), FindMember(found->second, "schema")}, side,
                         place);
      }
    }
    for (const auto& [name, media] : after) {
      if (before.contains(name)) continue;
      Add(is_request ? ChangeKind::kBodyTypeAdded : ChangeKind::kAnswerTypeAdded, side, place,
          media->name);
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

base::Result<std::string> OpenApiVersionOf(std::string_view document, const DocumentNames& names) {
  const JsonDocument read = TRY(ReadDocument(document, names.older));
  return std::string(VersionOf(read));
}

base::Result<std::vector<Change>> CompareInterfaces(std::string_view before, std::string_view after,
                                                    const DocumentNames& names) {
  const JsonDocument older = TRY(ReadDocument(before, names.older));
  const JsonDocument newer = TRY(ReadDocument(after, names.newer));
  TRY(CheckVersions(older, newer, names));
  return Comparer(older, newer).Compare();
}

}  // namespace orgreg::api
