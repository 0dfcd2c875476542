// SPDX-License-Identifier: EUPL-1.2

#include "api/unit_pages/unit_fields.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <vector>

#include "api/unit_pages/field_rows.h"
#include "api/unit_pages/field_shapes.h"
#include "api/unit_pages/field_values.h"
#include "model/units/field.h"

namespace orgreg::api {
namespace {

// A row of the table, for the records of one kind.
struct ShownField {
  const FieldRow* row = nullptr;
  ShowShape shape = nullptr;            // If it is null, the value is shown by its type.
  const model::Field* field = nullptr;  // For a plain value.
};

const model::Field* FindInEitherState(model::Kind kind, std::string_view path) {
  for (const model::State state : {model::State::kLive, model::State::kDeleted}) {
    const auto fields = model::Fields(kind, state);
    const auto found = std::ranges::find(fields, path, &model::Field::Path);
    if (found != fields.end()) return &*found;
  }
  return nullptr;
}

// In the order of the table; the members of objects are shown with their object.
std::vector<ShownField> MakeShown(model::Kind kind) {
  std::vector<ShownField> shown;
  shown.reserve(FieldRows().size());
  for (const FieldRow& row : FieldRows()) {
    if (row.group == kPartGroup) continue;
    const ShowShape shape = FindShape(row.shape);
    const model::Field* const field = FindInEitherState(kind, row.path);
    if (shape == nullptr && field == nullptr) continue;  // A field of the other kind.
    shown.push_back({.row = &row, .shape = shape, .field = field});
  }
  return shown;
}

const std::vector<ShownField>& ShownFields(model::Kind kind) {
  static const std::array<std::vector<ShownField>, model::kUnitKindCount> all = {
      MakeShown(model::Kind::kEntity), MakeShown(model::Kind::kSubEntity)};
  return all[model::IndexOf(kind)];
}

}  // namespace

void AddFields(const ShownUnit& on) {
  FieldGroup group("", on);
  for (const ShownField& shown : ShownFields(on.kind)) {
    if (shown.row->group != group.name()) group = FieldGroup(shown.row->group, on);
    FieldValues values(*shown.row, on, &group);
    if (shown.shape != nullptr) {
      shown.shape(on.unit, &values);
    } else {
      ShowPlain(*shown.field, on.unit, &values);
    }
    const std::string_view meaning = shown.row->Meaning(on.language());
    if (values.field() != nullptr && !meaning.empty()) group.AddMeaning(meaning, values.field());
  }
}

}  // namespace orgreg::api
