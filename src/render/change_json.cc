#include "render/change_json.h"

#include "formats/json/text.h"
#include "model/kind.h"
#include "model/resources.h"
#include "model/units/field.h"
#include "render/record_json.h"

namespace orgreg::render {
namespace {

constexpr std::string_view kNoChanges = "[]";

}  // namespace

void AppendUpdate(model::Kind kind, const model::Update& update, bool with_changes,
                  std::string_view origin, std::string* out) {
  const auto append_name = [out](char before, std::string_view name) {
    out->push_back(before);
    formats::AppendJsonString(name, out);
    out->push_back(':');
  };
  append_name('{', model::kUpdateNames.id);
  formats::AppendInteger(update.id, out);
  append_name(',', model::kUpdateNames.time);
  formats::AppendJsonString(update.time.ToString(), out);
  append_name(',', model::kUpdateNames.number);
  formats::AppendJsonString(update.number.ToString(), out);
  append_name(',', model::kUpdateNames.type);
  formats::AppendJsonString(model::kUpdateTypeNames[static_cast<std::size_t>(update.type)], out);
  if (with_changes) {
    append_name(',', model::kUpdateNames.changes);
    // Reference, Specification against reality: only a change says what changed.
    const bool is_told = update.type == model::UpdateType::kChange && !update.patch.empty();
    out->append(is_told ? std::string_view(update.patch) : kNoChanges);
  }
  append_name(',', model::kLinksName);
  append_name('{', model::UpdateLinkOf(kind));
  AppendHref(origin, model::CollectionOf(kind), update.number.ToString(), out);
  out->append("}}");
}

void AppendRoleEvents(const std::vector<model::Update>& updates, std::string_view origin,
                      std::string* out) {
  const auto append = [out](std::string_view before, std::string_view value) {
    out->append(before);
    formats::AppendJsonEscaped(value, out);
  };
  out->push_back('[');
  for (const model::Update& update : updates) {
    if (&update != updates.data()) out->push_back(',');
    const std::string number = update.number.ToString();
    append(R"({"specversion":")", model::kRoleEventNames.version);
    append(R"(","id":")", std::to_string(update.id));
    append(R"(","source":")", origin);
    append("", model::kApiPath);
    append("/", model::kEntities);
    append("/", number);
    append("/", model::kRolesOfEntity);
    append(R"(","type":")", model::kRoleEventNames.type);
    append(R"(","time":")", update.time.ToString());
    append(R"(","data":{")", model::kUpdateNames.number);
    append(R"(":")", number);
    out->append("\"}}");
  }
  out->push_back(']');
}

}  // namespace orgreg::render
