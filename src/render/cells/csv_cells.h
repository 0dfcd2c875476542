// SPDX-License-Identifier: EUPL-1.2

// Single cells of a CSV row, for files that show only some of an entity's columns. Quoted as in all
// our CSV (render/cells/csv_row.h). Pure functions; safe from any thread.

#pragma once

#include <span>
#include <string>
#include <string_view>

#include "model/registers/register_columns.h"
#include "render/cells/cells.h"

namespace orgreg::render {

// Appends the text between quotation marks, which are doubled inside.
void AppendCsvText(std::string_view text, std::string* out);

// Appends the cell of a column of texts, lines or days (model::Columns), as AppendCsvText writes
// it.
void AppendCsvCell(const RecordCells& cells, std::size_t column, std::string* out);

// Appends the first line of a file with these columns.
void AppendRegisterHeader(std::span<const model::RegisterColumn> columns, std::string* out);

}  // namespace orgreg::render
