#include "render/roles/legal_roles_json.h"

#include "model/roles/role_names.h"
#include "model/units/field.h"
#include "render/record_json.h"

namespace orgreg::render {
namespace {

namespace names = model::role_names;

// The path is one of ours, in which nothing is escaped.
void AppendLink(std::string_view name, std::string_view path, std::string* out) {
  out->append("\"").append(name).append("\":{\"href\":\"").push_back(kOriginMark);
  out->append(path).append("\"}");
}

}  // namespace

void AppendLegalRoles(const LegalRoles& roles, std::string* out) {
  out->append("{\"").append(names::kNumber).append("\":\"");
  roles.holder.AppendTo(out);
  out->append("\",\"").append(names::kIsDeleted).append("\":");
  out->append(roles.is_deleted ? "true" : "false");
  out->append(",\"").append(names::kHeldIn).append("\":[");
  for (const HeldRoles& held : roles.held) {
    if (&held != roles.held.data()) out->push_back(',');
    AppendHeldRoles(held, TypeLink::kLinked, out);
  }
  out->append("],\"").append(model::kLinksName).append("\":{");
  AppendLink("self", roles.self, out);
  if (!roles.next.empty()) {
    out->push_back(',');
    AppendLink("next", roles.next, out);
  }
  out->append("}}");
}

}  // namespace orgreg::render
