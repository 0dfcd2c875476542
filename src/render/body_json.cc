#include "render/body_json.h"

#include <cstddef>
#include <cstring>

#include "formats/json/text.h"
#include "model/units/field.h"
#include "render/record_json.h"

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

void AppendPlain(const Row& row, const void* value, model::Form form, FormWriter* out) {
  const model::ValueType& type = *row.type;
  if (!type.has(value)) return;
  if (row.traits.sparse_in.Include(form) && type.is_default(value)) return;
  if (row.traits.is_inset) out->BeginInset();
  AppendMemberName(row.name, out->text());
  AppendValue(type, value, form, out->text());
  if (row.traits.is_inset) out->EndInset();
}

void AppendLink(const Row& row, const void* item, FormWriter* out) {
  if (!out->keeps_insets() || !row.type->has(item)) return;
  std::string scratch;
  out->BeginInset();
  AppendMemberName(model::kLinksName, out->text());
  out->text()->push_back('{');
  AppendMemberName(row.name, out->text());
  AppendHref(row.collection, row.type->text(item, &scratch), out);
  out->text()->push_back('}');
  out->EndInset();
}

void AppendList(const Row& row, const void* list, model::Form form, FormWriter* out) {
  std::string* const text = out->text();
  AppendMemberName(row.name, text);
  text->push_back('[');
  const std::size_t size = row.list->size(list);
  for (std::size_t at = 0; at < size; ++at) {
    if (at != 0) text->push_back(',');
    AppendBody(*row.schema, row.list->at(list, at), form, out);
  }
  text->push_back(']');
}

void AppendObject(const Row& row, const void* object, model::Form form, FormWriter* out) {
  std::string* const text = out->text();
  const std::size_t before = text->size();
  AppendMemberName(row.name, text);
  const std::size_t opened = text->size() + 1;
  AppendBody(*row.schema, object, form, out);
  const bool is_empty = text->size() == opened + 1;
  if (is_empty && !row.traits.empty_in.Include(form)) text->resize(before);
}

void AppendRow(const Row& row, const void* object, model::Form form, FormWriter* out) {
  const void* const value = row.is_group() ? object : row.find(object);
  if (value == nullptr) return;
  if (row.is_link()) return AppendLink(row, value, out);
  if (row.schema == nullptr) return AppendPlain(row, value, form, out);
  if (row.list == nullptr) return AppendObject(row, value, form, out);
  if (row.list->has(value)) AppendList(row, value, form, out);
}

}  // namespace

void AppendBody(const model::Schema& schema, const void* object, model::Form form,
                FormWriter* out) {
  out->text()->push_back('{');
  AppendMembers(schema, object, form, out);
  out->text()->push_back('}');
}

void AppendMembers(const model::Schema& schema, const void* object, model::Form form,
                   FormWriter* out) {
  for (const Row& row : schema.rows) {
    if (row.traits.forms.Include(form)) AppendRow(row, object, form, out);
  }
}

void AppendMemberName(std::string_view name, std::string* out) {
  const bool is_first = out->ends_with('{');
  const std::size_t begin = out->size() + (is_first ? 0 : 1);
  constexpr std::size_t kSigns = 3;  // Two quotation marks and the colon.
  out->append(begin - out->size() + name.size() + kSigns, '"');
  char* const to = out->data() + begin;
  if (!is_first) to[-1] = ',';
  std::memcpy(to + 1, name.data(), name.size());
  to[name.size() + 2] = ':';
}

}  // namespace orgreg::render
