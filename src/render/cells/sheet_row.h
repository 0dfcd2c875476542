// SPDX-License-Identifier: EUPL-1.2

// Turns cells into the rows of a spreadsheet: the values of the CSV file with their types. Counts,
// amounts and the year of accounts are numbers, days are dates, flags are booleans; names that look
// like numbers are text, so that they keep their form (organisation numbers, codes, postcodes,
// telephone numbers). A cell has one line for each line of its value, even of running text; notices
// are YES or NO; absent is an empty cell (docs/choices.md, Files).
//
// SheetRows owns a buffer: use one per thread.

#pragma once

#include <string>
#include <vector>

#include "formats/xlsx/writer.h"
#include "model/kind.h"
#include "render/cells/cells.h"

namespace orgreg::render {

// The columns of the sheets of a kind, with readable headers.
std::vector<formats::XlsxColumn> SheetColumns(model::Kind kind);

class SheetRows {
 public:
  // Returns the result of XlsxWriter::EndRow: kLimit if the sheet is full, and the row is not in
  // it.
  base::Status Append(const RecordCells& cells, formats::XlsxWriter* out);

 private:
  void AppendCell(const RecordCells& cells, std::size_t at, formats::XlsxWriter* out);
  void AppendLines(std::span<const std::string_view> lines, formats::XlsxWriter* out);

  std::string joined_;
};

}  // namespace orgreg::render
