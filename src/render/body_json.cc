#include "render/body_json.h"

#include "formats/json/text.h"

namespace orgreg::render {
namespace {

using model::Row;
using model::ValueKind;

void AppendLines(const model::LineList& lines, std::string* out) {
  out->push_back('[');
  for (const auto& line : *lines) {
    if (&line != lines->data()) out->push_back(',');
    if (line) {
      formats::AppendJsonString(*line, out);
    } else {
      out->append("null");
    }
  }
  out->push_back(']');
}

void AppendQuoted(std::string_view plain, std::string* out) {
  out->append("\"").append(plain).append("\"");
}

// An amount is stored as text, so that nothing takes it for a binary number.
void AppendValue(const model::ValueType& type, const void* value, model::Form form,
                 std::string* out) {
  if (type.kind == ValueKind::kLines)
    return AppendLines(*static_cast<const model::LineList*>(value), out);
  std::string scratch;
  const std::string_view text = type.text(value, &scratch);
  switch (type.kind) {
    case ValueKind::kText:
      return formats::AppendJsonString(text, out);
    case ValueKind::kCode:
    case ValueKind::kDay:
      return AppendQuoted(text, out);
    case ValueKind::kAmount:
      if (form == model::Form::kStored) return AppendQuoted(text, out);
      [[fallthrough]];
    default:
      out->append(text);
  }
}

void AppendList(const Row& row, const void* list, model::Form form, std::string* out) {
  AppendMemberName(row.name, out);
  out->push_back('[');
  const std::size_t size = row.list->size(list);
  for (std::size_t at = 0; at < size; ++at) {
    if (at != 0) out->push_back(',');
    AppendBody(*row.schema, row.list->at(list, at), form, out);
  }
  out->push_back(']');
}

void AppendObject(const Row& row, const void* object, model::Form form, std::string* out) {
  const std::size_t before = out->size();
  AppendMemberName(row.name, out);
  const std::size_t opened = out->size() + 1;
  AppendBody(*row.schema, object, form, out);
  const bool is_empty = out->size() == opened + 1;
  if (is_empty && !row.traits.empty_in.Include(form)) out->resize(before);
}

}  // namespace

void AppendBody(const model::Schema& schema, const void* object, model::Form form,
                std::string* out) {
  out->push_back('{');
  AppendMembers(schema, object, form, out);
  out->push_back('}');
}

void AppendMembers(const model::Schema& schema, const void* object, model::Form form,
                   std::string* out) {
  for (const Row& row : schema.rows) {
    if (row.traits.forms.Include(form)) AppendRow(row, object, form, out);
  }
}

void AppendRow(const Row& row, const void* object, model::Form form, std::string* out) {
  const void* const value = row.is_group() ? object : row.find(object);
  if (value == nullptr) return;
  if (row.list != nullptr) {
    if (row.list->has(value)) AppendList(row, value, form, out);
  } else if (row.schema != nullptr) {
    AppendObject(row, value, form, out);
  } else if (row.type->has(value) &&
             !(row.traits.sparse_in.Include(form) && row.type->is_default(value))) {
    AppendMemberName(row.name, out);
    AppendValue(*row.type, value, form, out);
  }
}

void AppendMemberName(std::string_view name, std::string* out) {
  if (!out->ends_with('{')) out->push_back(',');
  out->append("\"").append(name).append("\":");
}

}  // namespace orgreg::render
