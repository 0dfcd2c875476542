// SPDX-License-Identifier: EUPL-1.2

#include "render/list_json.h"

#include "formats/json/text.h"
#include "model/units/field.h"

namespace orgreg::render {
namespace {

// The href is one of ours, so nothing in it needs escaping.
void AppendLink(std::string_view name, std::string_view href, std::string* out) {
  out->append("\"").append(name).append("\":{\"href\":\"").append(href).append("\"}");
}

}  // namespace

void AppendList(const ListFrame& frame, std::span<const std::string> items, std::string* out) {
  out->push_back('{');
  if (!items.empty()) {
    out->append("\"_embedded\":{");
    formats::AppendJsonString(frame.collection, out);
    out->append(":[");
    for (const std::string& item : items) {
      if (&item != items.data()) out->push_back(',');
      out->append(item);
    }
    out->append("]},");
  }
  formats::AppendJsonString(model::kLinksName, out);
  out->append(":{");
  AppendLink("self", frame.self, out);
  if (!frame.next.empty()) {
    out->push_back(',');
    AppendLink("next", frame.next, out);
  }
  out->append("}}");
}

}  // namespace orgreg::render
