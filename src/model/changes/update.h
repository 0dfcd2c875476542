// SPDX-License-Identifier: EUPL-1.2

// An Update is one line of a feed: which record changed, when and how. This header also has the
// queries of the feeds, and the names of both on the wire. Plain values and constants.

#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/values/org_number.h"
#include "base/values/timestamp.h"
#include "model/kind.h"
#include "model/limits.h"
#include "model/schema/schema.h"

namespace orgreg::model {

// Spec, Update record.
enum class UpdateType : std::uint8_t { kUnknown, kNew, kChange, kDeletion, kRemoval };

struct Update {
  std::int64_t id = 0;  // Rising; shared by the feeds of entities and sub-entities.
  base::Timestamp time = {};
  base::OrgNumber number = {};
  UpdateType type = UpdateType::kUnknown;
  std::string patch = {};  // RFC 6902; empty if nothing is reported.
};

// A past change of a record, with what undoes it.
struct PastChange {
  std::int64_t id = 0;
  base::Timestamp time = {};
  UpdateType type = UpdateType::kUnknown;
  std::string forward = {};   // RFC 6902; empty if nothing is reported.
  std::string backward = {};  // From the record after the change to the one before.
};

// What the log has of one record.
struct RecordHistory {
  std::vector<PastChange> changes = {};  // The newest first.
  std::int64_t total = 0;                // With older ones that are not among them.
  // The time of the bulk load that brought the record, if its changes begin with that.
  std::optional<base::Timestamp> loaded = {};
};

// The updates that are wanted; all conditions must hold.
struct UpdateQuery {
  Kind kind = Kind::kEntity;
  std::int64_t from_id = 1;
  std::optional<base::Timestamp> from = {};
  std::optional<base::Timestamp> to = {};     // Included.
  std::vector<base::OrgNumber> numbers = {};  // Ascending; empty: any record.
  bool with_changes = false;
  bool descending = false;  // By id.
  std::int64_t first = 0;   // The number of updates to skip.
  std::int64_t count = kDefaultPageSize;
};

// A change of roles is served as an event (reference, Role events; CloudEvents 1.0).
struct RoleEvent {
  std::string_view version = "1.0";
  std::int64_t id = 0;
  std::string source = {};  // The address of the entity's roles.
  std::string_view type = "no.brreg.enhetsregisteret.rolle.oppdatert";
  base::Timestamp time = {};
  base::OrgNumber number = {};
};

struct UpdatePage {
  std::vector<Update> updates = {};
  std::int64_t total = 0;  // The number of all matches.
};

// The same for roles.
struct RoleUpdateQuery {
  std::int64_t after_id = 0;
  std::optional<base::Timestamp> after = {};
  std::vector<base::OrgNumber> numbers = {};
  std::int64_t size = kDefaultRoleUpdates;
};

// Spec, Update feeds: the names of the conditions, in the order of the members above. A feed also
// takes size, page and sort.
struct UpdateParameterNames {
  std::string_view from_id = "oppdateringsid";
  std::string_view from = "dato";
  std::string_view to = "updatedBefore";
  std::string_view numbers = "organisasjonsnummer";
  std::string_view with_changes = "includeChanges";
};
inline constexpr UpdateParameterNames kUpdateParameterNames;
// Reference, Update feeds: the one key to sort by.
inline constexpr std::array<std::string_view, 1> kUpdateSortKeys = {"id"};

// Spec, Update feeds: the parameters of role updates. Reference, Role events: both ends are
// exclusive.
struct RoleUpdateParameterNames {
  std::string_view after_id = "afterId";
  std::string_view after = "afterTime";
  std::string_view numbers = "organisasjonsnummer";
};
inline constexpr RoleUpdateParameterNames kRoleUpdateParameterNames;

// The name under which the updates of a kind are embedded, and of the link from one to its record.
constexpr std::string_view UpdateCollectionOf(Kind kind) {
  return kind == Kind::kEntity ? "oppdaterteEnheter" : "oppdaterteUnderenheter";
}
constexpr std::string_view UpdateLinkOf(Kind kind) {
  return kind == Kind::kEntity ? "enhet" : "underenhet";
}

// The members of an update without its link; the second schema adds the changes, an empty list if
// there are none.
extern const SchemaOf<Update> kUpdateSchema;
extern const SchemaOf<Update> kUpdateWithChangesSchema;
extern const SchemaOf<RoleEvent> kRoleEventSchema;

}  // namespace orgreg::model
