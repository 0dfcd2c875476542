// SPDX-License-Identifier: EUPL-1.2

#include "model/changes/update.h"

#include <algorithm>
#include <span>

#include "model/schema/problem.h"

namespace orgreg::model {
namespace {

struct TimeCodec {
  using Value = base::Timestamp;
  static constexpr ValueKind kKind = ValueKind::kCode;
  static constexpr Reason kOtherwise = "is not a time yyyy-MM-ddTHH:mm:ss.SSSZ";
  static std::optional<base::Timestamp> Read(const Given& given) {
    return base::Timestamp::Parse(given.text);
  }
  static std::string_view Text(base::Timestamp value, std::string* scratch) {
    scratch->clear();
    value.AppendTo(scratch);
    return *scratch;
  }
};

// In the order of UpdateType.
constexpr std::array<std::string_view, 5> kTypeNames = {"Ukjent", "Ny", "Endring", "Sletting",
                                                        "Fjernet"};
struct TypeCodec {
  using Value = UpdateType;
  static constexpr ValueKind kKind = ValueKind::kCode;
  static constexpr Reason kOtherwise = "is not a type of updates";
  static std::optional<UpdateType> Read(const Given& given) {
    const auto* const name = std::ranges::find(kTypeNames, given.text);
    if (name == kTypeNames.end()) return std::nullopt;
    return static_cast<UpdateType>(name - kTypeNames.begin());
  }
  static std::string_view Text(UpdateType value, std::string* /*scratch*/) {
    return kTypeNames[static_cast<std::size_t>(value)];
  }
};

struct PatchCodec : Codec<std::string> {
  static constexpr ValueKind kKind = ValueKind::kPart;
  static constexpr Reason kOtherwise = "is not JSON";
};

// A number as text.
struct EventIdCodec : Codec<std::int64_t> {
  static constexpr ValueKind kKind = ValueKind::kCode;
};

struct ViewCodec : Codec<std::string> {
  using Value = std::string_view;
  static std::optional<std::string_view> Read(const Given& given) { return given.text; }
  static std::string_view Text(std::string_view value, std::string* /*scratch*/) { return value; }
};

// Reference, Specification against reality: only a change says what changed.
const void* ChangesOf(const void* object) {
  static const std::string kNone = "[]";
  const auto& update = *static_cast<const Update*>(object);
  const bool has_patch = update.type == UpdateType::kChange && !update.patch.empty();
  return has_patch ? &update.patch : &kNone;
}

constexpr Row ChangesRow() {
  Row row = PlainAs<PatchCodec, &Update::patch>("endringer");
  row.find = ChangesOf;
  return row;
}

// Reference, Update feeds.
constexpr std::array<Row, 5> kUpdateRows = {
    Plain<&Update::id>("oppdateringsid"), PlainAs<TimeCodec, &Update::time>("dato"),
    Plain<&Update::number>("organisasjonsnummer"),
    PlainAs<TypeCodec, &Update::type>("endringstype"), ChangesRow()};

constexpr std::array<Row, 1> kEventDataRows = {Plain<&RoleEvent::number>("organisasjonsnummer")};
constexpr Schema kEventData = {.rows = kEventDataRows};
// Reference, Role events; CloudEvents 1.0.
constexpr std::array<Row, 6> kEventRows = {PlainAs<ViewCodec, &RoleEvent::version>("specversion"),
                                           PlainAs<EventIdCodec, &RoleEvent::id>("id"),
                                           Plain<&RoleEvent::source>("source"),
                                           PlainAs<ViewCodec, &RoleEvent::type>("type"),
                                           PlainAs<TimeCodec, &RoleEvent::time>("time"),
                                           Group("data", kEventData)};

}  // namespace

constinit const SchemaOf<Update> kUpdateSchema = {
    {.rows = std::span(kUpdateRows).first(kUpdateRows.size() - 1)}};
constinit const SchemaOf<Update> kUpdateWithChangesSchema = {{.rows = kUpdateRows}};
constinit const SchemaOf<RoleEvent> kRoleEventSchema = {{.rows = kEventRows}};

}  // namespace orgreg::model
