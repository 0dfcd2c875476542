// SPDX-License-Identifier: EUPL-1.2

// Turns cells into the CSV file (spec, Download operations 3; reference, CSV): UTF-8, commas, every
// cell between quotation marks, which are doubled inside; records end with a line feed. A cell has
// one line for each line of an address and each description of value added tax, but joins lines of
// running text; flags are true or false, notices YES or NO; absent is "" (docs/choices.md, Files).
//
// Pure functions; safe from any thread.

#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>

#include "model/kind.h"
#include "render/cells/cells.h"

namespace orgreg::render {

inline constexpr std::string_view kYes = "YES";
inline constexpr std::string_view kNo = "NO";

// Appends the first line of the files of a kind.
void AppendCsvHeader(model::Kind kind, std::string* out);

// The bytes that WriteCsvRow needs for the row of these cells; the row is shorter.
std::size_t MostCsvRowBytes(const RecordCells& cells);

// Writes the row to the beginning of `to` and returns its size. Bytes after it are changed too: all
// of `to` belongs to the caller.
std::size_t WriteCsvRow(const RecordCells& cells, std::span<char> to);

}  // namespace orgreg::render
