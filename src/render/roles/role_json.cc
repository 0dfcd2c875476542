// SPDX-License-Identifier: EUPL-1.2

#include "render/roles/role_json.h"

#include <string>

#include "model/resources.h"
#include "model/roles/schema.h"
#include "model/units/field.h"
#include "render/body_json.h"
#include "render/record_json.h"

namespace orgreg::render {
namespace {

using model::Form;

// The path is one of ours, so nothing in it needs escaping.
void AppendLink(std::string_view relation, std::string_view path, FormWriter* out) {
  AppendMemberName(relation, out->text());
  out->text()->append(R"({"href":")");
  out->NoteOrigin();
  out->text()->append(path).append("\"}");
}

std::string PathOfRoles(base::OrgNumber number, Form form) {
  std::string path(form == Form::kServed ? model::kApiPath : model::kAuthorisedApiPath);
  path.append("/").append(model::kEntities).append("/");
  number.AppendTo(&path);
  return path.append("/").append(model::kRolesOfEntity);
}

}  // namespace

void AppendServedRoles(const model::RoleList& list, Form form, PublicText* out) {
  FormWriter writer(out);
  std::string* const text = writer.text();
  text->push_back('{');
  AppendMembers(model::kRoleListSchema, list, form, &writer);
  writer.BeginInset();
  AppendMemberName(model::kLinksName, text);
  text->push_back('{');
  AppendLink(model::kSelfRelation, PathOfRoles(list.number, form), &writer);
  AppendMemberName(model::kEntityName, text);
  AppendHref(model::kEntities, list.number.ToString(), &writer);
  text->push_back('}');
  writer.EndInset();
  text->push_back('}');
}

void AppendLegalRoles(const model::LegalRoles& roles, const LegalRolesLinks& links,
                      PublicText* out) {
  FormWriter writer(out);
  std::string* const text = writer.text();
  text->push_back('{');
  AppendMembers(model::kLegalRolesSchema, roles, Form::kServed, &writer);
  AppendMemberName(model::kLinksName, text);
  text->push_back('{');
  AppendLink(model::kSelfRelation, links.self, &writer);
  if (!links.next.empty()) AppendLink("next", links.next, &writer);
  text->append("}}");
}

}  // namespace orgreg::render
