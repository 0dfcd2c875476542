#include "render/cells/voluntary_csv.h"

#include <type_traits>

#include "model/codes/voluntary_lists.h"
#include "model/kind.h"
#include "model/registers/register_columns.h"
#include "render/cells/csv_cells.h"
#include "render/cells/csv_row.h"

namespace orgreg::render {
namespace {

using model::RegisterColumn;
using Source = RegisterColumn::Source;

void AppendValue(const model::Text& text, std::string* out) { AppendCsvText(*text, out); }
void AppendValue(const model::Flag& flag, std::string* out) {
  AppendCsvText(*flag ? "true" : "false", out);
}
void AppendValue(const model::Day& day, std::string* out) { AppendCsvText(day->ToString(), out); }
void AppendValue(const model::Count& count, std::string* out) {
  AppendCsvText(std::to_string(*count), out);
}

void AppendFieldCell(const model::Voluntary& record, const model::VoluntarySlot& slot,
                     std::string* out) {
  const auto append = [&](auto member) {
    const auto& value = record.*member;
    if constexpr (std::is_same_v<decltype(value), const base::OrgNumber&>) {
      AppendCsvText(value.ToString(), out);
    } else if (value) {
      AppendValue(value, out);
    } else {
      AppendCsvText("", out);
    }
  };
  std::visit(append, slot);
}

// The code of the category that stands at the place; empty where none does.
std::string_view CodeAt(const model::Voluntary& record, std::size_t place) {
  if (!record.categories || place >= record.categories->size()) return {};
  return (*record.categories)[place].code;
}

std::string_view NameOf(std::string_view category) {
  const model::VoluntaryCode* const listed = model::FindCategory(category);
  return listed == nullptr ? std::string_view() : listed->name;
}

// Empty where it is not known whether there are any.
std::string_view NoticesText(const model::Voluntary& record) {
  if (!record.notices) return {};
  return record.notices->empty() ? kNo : kYes;
}

void AppendOwnCell(const model::Voluntary& record, const RegisterColumn& column, std::string* out) {
  switch (column.source) {
    case Source::kEntity:
      return;
    case Source::kVoluntary:
      return AppendFieldCell(record, model::VoluntaryFields()[column.index].value, out);
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
  // The organisation has its number, whether or not its entity is known.
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
