// SPDX-License-Identifier: EUPL-1.2

#include "api/root.h"

#include <array>

#include "api/interface/ask.h"
#include "formats/json/text.h"
#include "model/resources.h"
#include "model/units/field.h"

extern "C" {
extern const char orgreg_version_notes[], orgreg_version_notes_end[];
extern const char orgreg_plan_notes[], orgreg_plan_notes_end[];
}

namespace orgreg::api {

Outcome ShowRoot(const Context& context, Reply* reply) {
  TRY(Ask(context));
  // Spec, Reference lists: the links of the root; reference, Root and versions: their order.
  constexpr std::array kCollections = {
      model::kEntities,      model::kSubEntities,      model::kForms,
      model::kEntityUpdates, model::kSubEntityUpdates, model::kMunicipalities};
  std::string& body = reply->body();
  const auto append_href = [&](std::string_view name, std::string_view collection) {
    formats::AppendJsonString(name, &body);
    body.append(":{\"href\":\"").append(context.origin).append(model::kApiPath);
    if (!collection.empty()) body.append("/").append(collection);
    body.append("\"}");
  };
  body.push_back('{');
  formats::AppendJsonString(model::kLinksName, &body);
  body.append(":{");
  append_href("self", "");
  for (const std::string_view collection : kCollections) {
    body.push_back(',');
    append_href(collection, collection);
  }
  body.append("}}");
  return Body{};
}

Outcome ShowVersionNotes(const Context& /*context*/, Reply* reply) {
  reply->body().append(orgreg_version_notes, orgreg_version_notes_end);
  return Body{};
}

Outcome ShowPlanNotes(const Context& /*context*/, Reply* reply) {
  reply->body().append(orgreg_plan_notes, orgreg_plan_notes_end);
  return Body{};
}

}  // namespace orgreg::api
