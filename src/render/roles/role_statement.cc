#include "render/roles/role_statement.h"

#include "formats/json/text.h"
#include "model/resources.h"
#include "model/roles/role_names.h"
#include "model/units/field.h"
#include "render/record_json.h"

namespace orgreg::render {
namespace {

namespace names = model::role_names;

void AppendName(char before, std::string_view name, std::string* out) {
  out->push_back(before);
  formats::AppendJsonString(name, out);
  out->push_back(':');
}

}  // namespace

void AppendHeldRoles(const HeldRoles& held, TypeLink link, std::string* out) {
  const std::string number = held.number.ToString();
  AppendName('{', names::kNumber, out);
  formats::AppendJsonString(number, out);
  AppendName(',', names::kName, out);
  formats::AppendJsonString(held.name, out);
  AppendName(',', names::kRoles, out);
  out->push_back('[');
  for (const model::Role& role : held.roles) {
    if (&role != held.roles.data()) out->push_back(',');
    AppendRoleBrief(role, link, out);
  }
  out->push_back(']');
  AppendName(',', model::kLinksName, out);
  AppendName('{', names::kEntity, out);
  AppendHref(model::kEntities, number, out);
  out->append("}}");
}

void AppendRoleStatement(const model::Person& person, const std::vector<HeldRoles>& held,
                         std::string* out) {
  char before = '{';
  if (person.born_on) {
    AppendName(before, names::kBornOn, out);
    formats::AppendJsonString(person.born_on->ToString(), out);
    before = ',';
  }
  AppendName(before, names::kName, out);
  AppendPersonName(person.name, out);
  AppendName(',', names::kIsDead, out);
  out->append(person.is_dead.value_or(false) ? "true" : "false");
  AppendName(',', names::kHeldIn, out);
  out->push_back('[');
  for (const HeldRoles& one : held) {
    if (&one != held.data()) out->push_back(',');
    AppendHeldRoles(one, TypeLink::kNone, out);
  }
  out->append("]}");
}

}  // namespace orgreg::render
