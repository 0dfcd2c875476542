// SPDX-License-Identifier: EUPL-1.2

// Turns cells into the CSV file (spec, Download operations 3; reference, CSV): UTF-8, commas, every
// cell between quotation marks, which are doubled inside; records end with a line feed. A cell has
// one line for each line of an address and each description of value added tax, but joins lines of
// running text; flags are true or false, notices YES or NO; absent is "" (docs/choices.md, Files).
//
// CsvRows owns a buffer: use one per thread.

#pragma once

#include <string>
#include <string_view>

#include "model/kind.h"
#include "render/cells/cells.h"

namespace orgreg::render {

inline constexpr std::string_view kYes = "YES";
inline constexpr std::string_view kNo = "NO";

// Appends the first line of the files of a kind.
void AppendCsvHeader(model::Kind kind, std::string* out);

class CsvRows {
 public:
  void Append(const RecordCells& cells, std::string* out);

 private:
  std::string row_;  // As long as the longest row so far could be; reused.
};

}  // namespace orgreg::render
