// Cells of a CSV row one by one, for files that show only some of an entity's columns. Quoted
// as all our CSV is (render/cells/csv_row.h). Pure functions; safe from any thread.

#pragma once

#include <span>
#include <string>
#include <string_view>

#include "model/registers/register_columns.h"
#include "render/cells/cells.h"

namespace orgreg::render {

// Between quotation marks, which are doubled inside.
void AppendCsvText(std::string_view text, std::string* out);

// The cell of a column of texts, lines or days (model::Columns), as AppendCsvText writes it.
void AppendCsvCell(const RecordCells& cells, std::size_t column, std::string* out);

// The first line of a file with these columns.
void AppendRegisterHeader(std::span<const model::RegisterColumn> columns, std::string* out);

}  // namespace orgreg::render
