#include "render/roles/legal_roles_json.h"

#include "model/roles/role_names.h"
#include "model/units/field.h"
#include "render/public_form.h"

namespace orgreg::render {
namespace {

namespace names = model::role_names;

// The path is one of ours, in which nothing is escaped.
void AppendLink(std::string_view name, std::string_view path, FormWriter* out) {
  out->text()->append("\"").append(name).append("\":{\"href\":\"");
  out->NoteOrigin();
  out->text()->append(path).append("\"}");
}

}  // namespace

void AppendLegalRoles(const LegalRoles& roles, PublicText* out) {
  FormWriter writer(out);
  std::string* const text = writer.text();
  text->append("{\"").append(names::kNumber).append("\":\"");
  roles.holder.AppendTo(text);
  text->append("\",\"").append(names::kIsDeleted).append("\":");
  text->append(roles.is_deleted ? "true" : "false");
  text->append(",\"").append(names::kHeldIn).append("\":[");
  for (const HeldRoles& held : roles.held) {
    if (&held != roles.held.data()) text->push_back(',');
    AppendHeldRoles(held, TypeLink::kLinked, &writer);
  }
  text->append("],\"").append(model::kLinksName).append("\":{");
  AppendLink("self", roles.self, &writer);
  if (!roles.next.empty()) {
    text->push_back(',');
    AppendLink("next", roles.next, &writer);
  }
  text->append("}}");
}

}  // namespace orgreg::render
