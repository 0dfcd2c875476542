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

void AppendHeldRoles(const HeldRoles& held, TypeLink link, FormWriter* out) {
  std::string* const text = out->text();
  const std::string number = held.number.ToString();
  AppendName('{', names::kNumber, text);
  formats::AppendJsonString(number, text);
  AppendName(',', names::kName, text);
  formats::AppendJsonString(held.name, text);
  AppendName(',', names::kRoles, text);
  text->push_back('[');
  for (const model::Role& role : held.roles) {
    if (&role != held.roles.data()) text->push_back(',');
    AppendRoleBrief(role, link, out);
  }
  text->push_back(']');
  AppendName(',', model::kLinksName, text);
  AppendName('{', names::kEntity, text);
  AppendHref(model::kEntities, number, out);
  text->append("}}");
}

void AppendRoleStatement(const model::Person& person, const std::vector<HeldRoles>& held,
                         PublicText* out) {
  FormWriter writer(out);
  std::string* const text = writer.text();
  char before = '{';
  if (person.born_on) {
    AppendName(before, names::kBornOn, text);
    formats::AppendJsonString(person.born_on->ToString(), text);
    before = ',';
  }
  AppendName(before, names::kName, text);
  AppendPersonName(person.name, text);
  AppendName(',', names::kIsDead, text);
  text->append(person.is_dead.value_or(false) ? "true" : "false");
  AppendName(',', names::kHeldIn, text);
  text->push_back('[');
  for (const HeldRoles& one : held) {
    if (&one != held.data()) text->push_back(',');
    AppendHeldRoles(one, TypeLink::kNone, &writer);
  }
  text->append("]}");
}

}  // namespace orgreg::render
