// SPDX-License-Identifier: EUPL-1.2

#include "render/record_json.h"

#include "base/values/percent.h"
#include "model/limits.h"
#include "model/resources.h"
#include "model/units/field.h"
#include "model/units/schema.h"
#include "render/body_json.h"

namespace orgreg::render {
namespace {

void Append(model::Kind kind, const model::Unit& unit, model::Form form, FormWriter* out) {
  std::string* const text = out->text();
  text->push_back('{');
  AppendMembers(model::UnitSchema(kind, unit.state), unit, form, out);
  const std::string_view record_class = model::RecordClass(kind, unit.state);
  if (form != model::Form::kServedV1 && !record_class.empty()) {
    AppendMemberName(model::kRecordClassName, text);
    text->append("\"").append(record_class).append("\"");
  }
  text->push_back('}');
}

// Of our own paths, in which nothing is escaped.
void AppendPath(std::string_view collection, std::string_view item, std::string* out) {
  out->append(model::kApiPath).append("/").append(collection).append("/");
  base::AppendPercentEncoded(item, out);
  out->append("\"}");
}

constexpr std::string_view kHrefBegin = "{\"href\":\"";

}  // namespace

void AppendRecord(model::Kind kind, const model::Unit& unit, model::Form form, std::string* out) {
  FormWriter writer(out);
  Append(kind, unit, form, &writer);
}

void AppendServedRecord(model::Kind kind, const model::Unit& unit, int version, PublicText* out) {
  FormWriter writer(out);
  const bool is_first = version < model::kLatestVersion;
  Append(kind, unit, is_first ? model::Form::kServedV1 : model::Form::kServed, &writer);
}

void AppendHref(std::string_view collection, std::string_view item, FormWriter* out) {
  out->text()->append(kHrefBegin);
  out->NoteOrigin();
  AppendPath(collection, item, out->text());
}

void AppendHref(std::string_view origin, std::string_view collection, std::string_view item,
                std::string* out) {
  out->append(kHrefBegin).append(origin);
  AppendPath(collection, item, out);
}

}  // namespace orgreg::render
