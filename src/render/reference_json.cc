// SPDX-License-Identifier: EUPL-1.2

#include "render/reference_json.h"

#include "formats/json/text.h"
#include "model/units/field.h"
#include "render/record_json.h"

namespace orgreg::render {

void AppendReferenceItem(const model::ReferenceList& list, const model::ReferenceItem& item,
                         PublicText* out) {
  FormWriter writer(out);
  std::string* const text = writer.text();
  text->push_back('{');
  for (std::size_t column = 0; column < list.columns.size(); ++column) {
    if (!item.values[column]) continue;
    formats::AppendJsonString(list.columns[column].name, text);
    text->push_back(':');
    formats::AppendJsonString(*item.values[column], text);
    text->push_back(',');
  }
  formats::AppendJsonString(model::kLinksName, text);
  text->append(":{\"self\":");
  AppendHref(list.collection, item.values.front().value_or(""), &writer);
  text->append("}}");
}

}  // namespace orgreg::render
