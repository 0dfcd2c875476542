// SPDX-License-Identifier: EUPL-1.2

#include "model/units/schema.h"

#include <algorithm>
#include <deque>
#include <string_view>
#include <vector>

#include "model/limits.h"
#include "model/units/field.h"

namespace orgreg::model {
namespace {

// The forms that write a field. Inventories may have every field.
FormSet FormsOf(const Field& field) {
  FormSet forms = Form::kInventory;
  if (field.versions.Include(1)) forms = forms | Form::kServedV1;
  if (!field.versions.Include(kLatestVersion)) return forms;
  forms = forms | Form::kStored;
  return field.audience == Audience::kStoreOnly ? forms : forms | Form::kServed;
}

class UnitTable {
 public:
  UnitTable(Kind kind, State state) {
    for (const Field& field : Fields(kind, state)) Add(field);
    if (state == State::kLive) AddDeletion(kind);
    End(kind, "", &rows_);
    unit_.schema = {.rows = rows_};
    for (Part& part : parts_) {
      End(kind, part.name, &part.rows);
      part.schema = {.rows = part.rows};
    }
  }
  UnitTable(const UnitTable&) = delete;
  UnitTable& operator=(const UnitTable&) = delete;

  const SchemaOf<Unit>& unit() const { return unit_; }

 private:
  // An object that groups fields.
  struct Part {
    std::string_view name = {};
    std::vector<Row> rows = {};
    Schema schema = {};
  };

  void Add(const Field& field) {
    std::vector<Row>& rows = RowsOf(field.group);
    Row& row = rows.emplace_back(field.row);
    row.traits.forms = FormsOf(field);
    if (field.other_name.empty()) return;
    Row other = field.row;
    other.name = field.other_name;
    other.traits.forms = Form::kInventory;
    other.other_name_of = &field.row;
    rows.push_back(other);
  }

  void AddDeletion(Kind kind) {
    const auto fields = Fields(kind);
    for (const Field& field : Fields(kind, State::kDeleted)) {
      const auto is_same = [&](const Field& other) { return other.row.find == field.row.find; };
      if (std::ranges::none_of(fields, is_same)) Add(field);
    }
  }

  // Unknown members are newer than version 1.
  static void End(Kind kind, std::string_view group, std::vector<Row>* rows) {
    rows->push_back(Kept<&Unit::unknown>(group, Form::kStored | Form::kServed));
    for (const UnitLink& link : Links(kind)) {
      if (link.group == group) rows->push_back(link.row);
    }
  }

  std::vector<Row>& RowsOf(std::string_view group) {
    if (group.empty()) return rows_;
    const auto known = std::ranges::find(parts_, group, &Part::name);
    if (known != parts_.end()) return known->rows;
    Part& part = parts_.emplace_back(Part{.name = group});
    rows_.push_back(Group(group, part.schema));
    return part.rows;
  }

  std::vector<Row> rows_;
  std::deque<Part> parts_;  // Rows point to its schemas.
  SchemaOf<Unit> unit_;
};

struct UnitTables {
  explicit UnitTables(Kind kind)
      : live(kind, State::kLive), deleted(kind, State::kDeleted), removed(kind, State::kRemoved) {}
  UnitTable live;
  UnitTable deleted;
  UnitTable removed;
};

}  // namespace

const SchemaOf<Unit>& UnitSchema(Kind kind, State state) {
  static const UnitTables entity(Kind::kEntity);
  static const UnitTables sub_entity(Kind::kSubEntity);
  const UnitTables& tables = kind == Kind::kEntity ? entity : sub_entity;
  switch (state) {
    case State::kLive:
      return tables.live.unit();
    case State::kDeleted:
      return tables.deleted.unit();
    case State::kRemoved:
      return tables.removed.unit();
  }
  return tables.live.unit();
}

}  // namespace orgreg::model
