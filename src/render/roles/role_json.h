// The roles in one entity as JSON: as they are looked up, by anybody or with authorisation, and
// as they are stored (reference, Roles of an entity). Compact. Pure functions; safe from any
// thread.

#pragma once

#include <cstdint>
#include <string>

#include "model/roles/roles.h"
#include "render/public_form.h"

namespace orgreg::render {

enum class RoleForm : std::uint8_t {
  kPublic,
  kAuthorised,  // With identification numbers in clear, where they are open.
  kStored,      // With sealed ones and the entity's number, without links.
  kInventory,   // The same with identification numbers in clear, to be imported.
};

// kStored or kInventory.
void AppendRoles(const model::RoleList& list, RoleForm form, std::string* out);
// kPublic or kAuthorised: the links are insets.
void AppendServedRoles(const model::RoleList& list, RoleForm form, PublicText* out);

// What is shown of a role next to its holder, as an object: type, flags, order and, where it has
// one, its share (reference, Legal roles, Role statement).
enum class TypeLink : bool { kNone, kLinked };
void AppendRoleBrief(const model::Role& role, TypeLink link, FormWriter* out);

void AppendPersonName(const model::PersonName& name, std::string* out);

}  // namespace orgreg::render
