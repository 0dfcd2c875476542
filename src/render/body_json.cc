// SPDX-License-Identifier: EUPL-1.2

// AppendMembers walks the rows of a schema and writes each value by its type; links and other
// insets go through the FormWriter.

#include "render/body_json.h"

#include <algorithm>
#include <cassert>
#include <cstddef>
#include <cstring>
#include <span>
#include <vector>

#include "base/values/percent.h"
#include "formats/json/text.h"
#include "model/kept_json.h"
#include "render/made_links.h"

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

// An amount is stored as text, so that no reader takes it for a binary number.
void AppendValue(const Row& row, const void* value, model::Form form, std::string* out) {
  const model::ValueType& type = *row.type;
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
      if (form == model::Form::kStored && !row.traits.is_bare) return AppendQuoted(text, out);
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
  AppendValue(row, value, form, out->text());
  if (row.traits.is_inset) out->EndInset();
}

// The links are members of one object.
void AppendLinks(std::span<const Row> links, const void* object, FormWriter* out) {
  const auto is_there = [object](const Row& row) { return row.type->has(row.find(object)); };
  auto left = std::ranges::count_if(links, is_there);
  LinkPlace place;
  std::string scratch;
  std::string item;
  for (const Row& row : links) {
    if (!is_there(row)) continue;
    const auto known = IndexOf(KnownLink{.relation = row.name, .collection = row.collection});
    assert(known);  // A test finds each link of the schemas in the table.
    place.link = known.value_or(0);
    place.is_last = --left == 0;
    item.clear();
    base::AppendPercentEncoded(row.type->text(row.find(object), &scratch), &item);
    out->PutLink(place, item);
    place.is_first = false;
  }
}

void AppendKept(const Row& row, const void* members, std::string* out) {
  for (const auto& member : *static_cast<const std::vector<model::UnknownMember>*>(members)) {
    if (member.group != row.name) continue;
    if (!out->ends_with('{')) out->push_back(',');
    formats::AppendJsonString(member.name, out);
    out->append(":").append(member.json);
  }
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
  if (row.type != nullptr) return AppendPlain(row, value, form, out);
  if (row.is_kept()) return AppendKept(row, value, out->text());
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
  const std::span<const Row> rows = schema.rows;
  for (std::size_t at = 0; at < rows.size(); ++at) {
    if (!rows[at].traits.forms.Include(form)) continue;
    if (rows[at].is_link()) {
      const std::size_t begin = at;
      while (at + 1 < rows.size() && rows[at + 1].is_link()) ++at;
      if (out->keeps_insets()) AppendLinks(rows.subspan(begin, at + 1 - begin), object, out);
    } else {
      AppendRow(rows[at], object, form, out);
    }
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
