// SPDX-License-Identifier: EUPL-1.2

#include "render/change_json.h"

#include "model/kind.h"
#include "model/resources.h"
#include "model/units/field.h"
#include "render/body_json.h"
#include "render/record_json.h"

namespace orgreg::render {

void AppendUpdate(model::Kind kind, const model::Update& update, bool with_changes,
                  std::string_view origin, std::string* out) {
  AppendBody(with_changes ? model::kUpdateWithChangesSchema : model::kUpdateSchema, update,
             model::Form::kServed, out);
  out->pop_back();  // The link goes before the brace.
  AppendMemberName(model::kLinksName, out);
  out->push_back('{');
  AppendMemberName(model::UpdateLinkOf(kind), out);
  AppendHref(origin, model::CollectionOf(kind), update.number.ToString(), out);
  out->append("}}");
}

void AppendRoleEvents(const std::vector<model::Update>& updates, std::string_view origin,
                      std::string* out) {
  model::RoleEvent event;
  event.source.append(origin).append(model::kApiPath).append("/").append(model::kEntities);
  event.source.push_back('/');
  const std::size_t collection = event.source.size();
  out->push_back('[');
  for (const model::Update& update : updates) {
    if (&update != updates.data()) out->push_back(',');
    event.id = update.id;
    event.time = update.time;
    event.number = update.number;
    event.source.resize(collection);
    update.number.AppendTo(&event.source);
    event.source.append("/").append(model::kRolesOfEntity);
    AppendBody(model::kRoleEventSchema, event, model::Form::kServed, out);
  }
  out->push_back(']');
}

}  // namespace orgreg::render
