// SPDX-License-Identifier: EUPL-1.2

#include "render/cells/csv_cells.h"

#include <algorithm>

namespace orgreg::render {
namespace {

void AppendDoubled(std::string_view text, std::string* out) {
  while (true) {
    const std::size_t quote = text.find('"');
    out->append(text.substr(0, quote));
    if (quote == std::string_view::npos) return;
    out->append("\"\"");
    text.remove_prefix(quote + 1);
  }
}

}  // namespace

void AppendCsvText(std::string_view text, std::string* out) {
  out->push_back('"');
  AppendDoubled(text, out);
  out->push_back('"');
}

void AppendCsvCell(const RecordCells& cells, std::size_t column, std::string* out) {
  const Cell& cell = cells.cells()[column];
  if (cell.kind != Cell::Kind::kLines) return AppendCsvText(cell.text, out);
  const std::span<const std::string_view> lines = cells.LinesOf(cell);
  out->push_back('"');
  for (const std::string_view& line : lines) {
    if (&line != lines.data()) out->push_back('\n');
    AppendDoubled(line, out);
  }
  out->push_back('"');
}

void AppendRegisterHeader(std::span<const model::RegisterColumn> columns, std::string* out) {
  for (const model::RegisterColumn& column : columns) {
    if (&column != columns.data()) out->push_back(',');
    AppendCsvText(column.header, out);
  }
  out->push_back('\n');
}

}  // namespace orgreg::render
