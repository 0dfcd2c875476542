// SPDX-License-Identifier: EUPL-1.2

#include "api/root.h"

#include <fmt/format.h>

#include <array>
#include <string>
#include <string_view>
#include <utility>

#include "api/data_catalogue.h"
#include "api/interface/ask.h"
#include "api/interface_document/document.h"
#include "api/interface_document/node.h"
#include "api/interface_document/older_version.h"
#include "api/routes.h"
#include "formats/json/text.h"
#include "model/resources.h"
#include "model/units/field.h"

extern "C" {
extern const char orgreg_version_notes[], orgreg_version_notes_end[];
extern const char orgreg_plan_notes[], orgreg_plan_notes_end[];
}

namespace orgreg::api {
namespace {

// Stands for the origin of the request.
constexpr std::string_view kAnyOrigin = "https://origin.invalid";

// The document up to its server, and after it.
struct DocumentText {
  explicit DocumentText(std::string_view text)
      : before(text.substr(0, text.find(kAnyOrigin))),
        after(text.substr(before.size() + kAnyOrigin.size())) {}
  std::string before;
  std::string after;
};

Outcome SendDocument(const DocumentText& text, const Context& context, Reply* reply) {
  reply->body().append(text.before).append(context.origin).append(text.after);
  return TaggedBody(reply->body());
}

}  // namespace

Outcome ShowRoot(const Context& context, Reply* reply) {
  TRY(Ask(context));
  reply->AddHeader("Link", fmt::format(R"(<{}{}>; rel="service-desc"; type="application/json")",
                                       context.origin, kInterfaceJsonPath));
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

Outcome ShowInterfaceJson(const Context& context, Reply* reply) {
  TRY(Ask(context));
  static const DocumentText text(ToJson(InterfaceDocument(Routes(), kAnyOrigin)));
  return SendDocument(text, context, reply);
}

Outcome ShowInterfaceYaml(const Context& context, Reply* reply) {
  TRY(Ask(context));
  static const DocumentText text(ToYaml(InterfaceDocument(Routes(), kAnyOrigin)));
  return SendDocument(text, context, reply);
}

Outcome ShowOlderInterface(const Context& context, Reply* reply) {
  static const DocumentText text(ToJson(AsVersion30(InterfaceDocument(Routes(), kAnyOrigin))));
  return SendDocument(text, context, reply);
}

Outcome ShowApiCatalogue(const Context& context, Reply* reply) {
  TRY(Ask(context));
  const auto link = [&](std::string_view path, std::string_view type) {
    return Node::Object()
        .With("href", Node::Text(std::string(context.origin).append(path)))
        .With("type", Node::Text(type));
  };
  Node descriptions = Node::List();
  descriptions.Add(link(kInterfaceJsonPath, "application/json"));
  descriptions.Add(link(kInterfaceYamlPath, "application/yaml"));
  Node data_sets = Node::List();
  data_sets.Add(link(kDataCataloguePath, "text/turtle"));
  Node entry = Node::Object()
                   .With("anchor", Node::Text(std::string(context.origin).append(model::kApiPath)))
                   .With("service-desc", std::move(descriptions))
                   .With("describedby", std::move(data_sets));
  Node catalogue = Node::Object();
  catalogue.Set("linkset", Node::List()).Add(std::move(entry));
  reply->body().append(ToJson(catalogue));
  return TaggedBody(reply->body());
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
