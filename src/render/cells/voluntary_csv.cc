// SPDX-License-Identifier: EUPL-1.2

#include "render/cells/voluntary_csv.h"

#include <type_traits>
#include <vector>

#include "model/codes/voluntary_lists.h"
#include "model/kind.h"
#include "model/registers/register_columns.h"
#include "render/cells/csv_cells.h"
#include "render/cells/csv_row.h"

namespace orgreg::render {
namespace {

using model::RegisterColumn;
using Source = RegisterColumn::Source;

void AppendFieldCell(const model::Voluntary& record, const model::Row& row, std::string* out) {
  const void* const value = row.find(&record);
  std::string scratch;
  AppendCsvText(row.type->has(value) ? row.type->text(value, &scratch) : std::string_view(), out);
}

// The code of the category at an index; empty if there is none.
std::string_view CodeAt(const model::Voluntary& record, std::size_t place) {
  if (!record.categories || place >= record.categories->size()) return {};
  return (*record.categories)[place].code;
}

std::string_view NameOf(std::string_view category) {
  const model::VoluntaryCode* const listed = model::FindCategory(category);
  return listed == nullptr ? std::string_view() : listed->name;
}

// Empty if it is unknown whether there are any.
std::string_view NoticesText(const model::Voluntary& record) {
  if (!record.notices) return {};
  return record.notices->empty() ? kNo : kYes;
}

void AppendOwnCell(const model::Voluntary& record, const RegisterColumn& column, std::string* out) {
  static const std::vector<model::PlainRow> rows = model::PlainRows(model::kVoluntarySchema.schema);
  switch (column.source) {
    case Source::kEntity:
      return;
    case Source::kVoluntary:
      return AppendFieldCell(record, *rows[column.index].row, out);
    case Source::kCategoryCode:
      return AppendCsvText(CodeAt(record, column.index), out);
    case Source::kCategoryName:
      return AppendCsvText(NameOf(CodeAt(record, column.index)), out);
    case Source::kNotices:
      return AppendCsvText(NoticesText(record), out);
  }
}

}  // namespace

void AppendVoluntaryCsvHeader(std::string* out) {
  AppendRegisterHeader(model::VoluntaryColumns(), out);
}

void AppendVoluntaryCells(const model::Voluntary& record, std::string* out) {
  bool is_first = true;
  for (const RegisterColumn& column : model::VoluntaryColumns()) {
    if (column.source == Source::kEntity) continue;
    if (!is_first) out->push_back(',');
    is_first = false;
    AppendOwnCell(record, column, out);
  }
}

VoluntaryCsvRows::VoluntaryCsvRows() : entity_cells_(model::Kind::kEntity) {}

bool VoluntaryCsvRows::Append(base::OrgNumber number, std::string_view own_cells,
                              std::string_view entity, std::string* out) {
  if (!entity_cells_.Read(entity.empty() ? "{}" : entity)) return false;
  // The organisation has its number even if its entity is unknown.
  AppendCsvText(number.ToString(), out);
  bool has_own_cells = false;
  for (const RegisterColumn& column : model::VoluntaryColumns().subspan(1)) {
    if (column.source == Source::kEntity) {
      out->push_back(',');
      AppendCsvCell(entity_cells_, column.index, out);
    } else if (!has_own_cells) {
      has_own_cells = true;
      out->append(",").append(own_cells);
    }
  }
  out->push_back('\n');
  return true;
}

}  // namespace orgreg::render
