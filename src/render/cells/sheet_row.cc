// SPDX-License-Identifier: EUPL-1.2

#include "render/cells/sheet_row.h"

#include <algorithm>

#include "base/values/ascii.h"
#include "base/values/date.h"
#include "render/cells/csv_row.h"

namespace orgreg::render {
namespace {

bool IsYear(std::string_view text) { return text.size() == 4 && base::AreDigits(text); }

}  // namespace

std::vector<formats::XlsxColumn> SheetColumns(model::Kind kind) {
  std::vector<formats::XlsxColumn> columns;
  for (const model::Column& column : model::Columns(kind))
    columns.push_back({.header = column.sheet_header});
  return columns;
}

base::Status SheetRows::Append(const RecordCells& cells, formats::XlsxWriter* out) {
  out->BeginRow();
  for (std::size_t at = 0; at < cells.cells().size(); ++at) {
    AppendCell(cells, at, out);
  }
  return out->EndRow();
}

void SheetRows::AppendCell(const RecordCells& cells, std::size_t at, formats::XlsxWriter* out) {
  const Cell& cell = cells.cells()[at];
  const bool may_be_year = cells.columns()[at].show == model::Show::kYear;
  switch (cell.kind) {
    case Cell::Kind::kEmpty:
      return out->AddEmpty();
    case Cell::Kind::kText:
      if (may_be_year && IsYear(cell.text)) return out->AddNumber(cell.text);
      return out->AddText(cell.text);
    case Cell::Kind::kLines:
      return AppendLines(cells.LinesOf(cell), out);
    case Cell::Kind::kCount:
    case Cell::Kind::kAmount:
      return out->AddNumber(cell.text);
    case Cell::Kind::kDay: {
      const std::optional<base::Date> day = base::Date::Parse(cell.text);
      return day ? out->AddDay(*day) : out->AddText(cell.text);
    }
    case Cell::Kind::kFlag:
      return out->AddFlag(cell.flag);
    case Cell::Kind::kNotices:
      return out->AddText(cell.flag ? kYes : kNo);
  }
}

void SheetRows::AppendLines(std::span<const std::string_view> lines, formats::XlsxWriter* out) {
  if (lines.size() == 1) return out->AddText(lines.front());
  joined_.clear();
  for (const std::string_view& line : lines) {
    if (&line != lines.data()) joined_.push_back('\n');
    joined_.append(line);
  }
  out->AddText(joined_);
}

}  // namespace orgreg::render
