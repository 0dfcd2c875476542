// SPDX-License-Identifier: EUPL-1.2

// The roles in one entity, as they are registered: groups of roles, each held by a person, by
// another entity or by the manager of a bankrupt's estate (spec, Roles; reference, Roles of an
// entity). Plain data that owns itself; absent, empty and zero are three different answers.

#pragma once

#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "base/values/identity_number.h"
#include "base/values/org_number.h"
#include "model/unit.h"

namespace orgreg::model {

struct PersonName {
  Text first = {};
  Text middle = {};
  Text last = {};
  friend bool operator==(const PersonName&, const PersonName&) = default;
};

struct Person {
  Day born_on = {};
  PersonName name = {};
  Flag is_dead = {};
  // The identification number in clear. It is set only between reading and sealing, and between
  // opening and an authorised answer.
  std::optional<base::IdentityNumber> number = {};
  // The number as it is stored (auth/numbers/vault.h): sealed, and as a blind index.
  Text sealed_number = {};
  Text blind_index = {};
};

struct HolderEntity {
  base::OrgNumber number = {};
  OrganisationForm form = {};
  Lines name = {};  // Several lines on the wire.
  Flag is_deleted = {};
  Text approval = {};
};

struct EstateManager {
  Text name = {};
  std::optional<Address> address = {};
  Flag is_dead = {};
};

struct Role {
  CodedText type = {};
  std::variant<std::monostate, Person, HolderEntity, EstateManager> holder = {};
  Text share = {};                           // The share of liability: "50%", "1/2".
  std::optional<CodedText> elected_by = {};  // The group that a board member represents.
  Flag has_left = {};                        // The old name of the next one; both are served.
  Flag is_deregistered = {};
  Flag has_confirmed_future_power = {};  // Sent only when true.
  Flag has_limited_capacity = {};        // Sent only when true.
  Count order = {};                      // From 0, within the group.
};

struct RoleGroup {
  CodedText type = {};
  Day changed_on = {};
  std::vector<Role> roles = {};
};

struct RoleList {
  base::OrgNumber number = {};
  std::vector<RoleGroup> groups = {};
};

// The roles that a person or an entity holds in one entity.
struct HeldRoles {
  base::OrgNumber number = {};
  std::string name = {};  // The name of the entity.
  std::vector<Role> roles = {};
};

// The roles of one person in all entities that may be shown together (reference, Authorised API:
// role statement).
struct RoleStatement {
  Day born_on = {};
  PersonName name = {};
  bool is_dead = false;
  std::vector<HeldRoles> held = {};
};

// The roles that an entity holds in other entities (reference, Legal roles).
struct LegalRoles {
  base::OrgNumber holder = {};
  bool is_deleted = false;  // Whether the holder is deleted.
  std::vector<HeldRoles> held = {};
};

}  // namespace orgreg::model
