// SPDX-License-Identifier: EUPL-1.2

// A workbook (XLSX, ECMA-376) as a stream: rows are written as they are added, and memory stays
// constant. The first row of a sheet is its header, bold, kept in view and filterable. Text,
// numbers, days and flags have their types in the spreadsheet. The same cells give the same bytes
// (deflater.h). One thread at a time.
//
// Text of any length is written whole. LibreOffice and libraries read it whole; Excel shows 32,767
// characters of a cell, and warns when it opens a file that has more.

#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "base/values/date.h"
#include "formats/byte_sink.h"
#include "formats/pack/zip_writer.h"

namespace orgreg::formats {

struct XlsxColumn {
  std::string_view header = {};
  unsigned width = 0;  // In characters; 0: as wide as the header needs.
};

class XlsxWriter {
 public:
  // The limits of a sheet of Excel; the header counts as a row.
  static constexpr std::size_t kMaxRows = 1'048'576;
  static constexpr std::size_t kMaxColumns = 16'384;

  // `out` outlives the writer. Every named sheet is begun, in this order. Names are unique, 1 to 31
  // characters, without any of []:*?/\.
  XlsxWriter(ByteSink* out, std::vector<std::string> sheet_names);

  // Ends the previous sheet, if any. There is at least one column.
  base::Status BeginSheet(std::span<const XlsxColumn> columns);

  // A row is its cells from the left, at most one for each column, between these two.
  void BeginRow();
  // kLimit if the sheet is full: the row is not in it, and the next sheet may be begun.
  base::Status EndRow();

  // Valid UTF-8. An empty text gives an empty cell.
  void AddText(std::string_view text);
  // A JSON number, written unchanged. A number that a cell would not keep exactly, such as one with
  // more than 15 digits, becomes text.
  void AddNumber(std::string_view digits);
  // Days before 1900-03-01, which spreadsheets disagree about, become text: yyyy-MM-dd.
  void AddDay(base::Date day);
  void AddFlag(bool flag);
  void AddEmpty() { ++column_; }

  // Ends the workbook. Nothing is added after it, and the sink stays open.
  base::Status Finish();

  // The number of bytes that the sink got; complete after Finish.
  std::uint64_t size_bytes() const { return zip_.size_bytes(); }

 private:
  base::Status EndSheet();
  base::Status Flush();
  void AppendHeaderRow(std::span<const XlsxColumn> columns);
  void AppendTextCell(std::string_view attributes, std::string_view text);
  // Opens the next cell; `attributes` follow its reference.
  void OpenCell(std::string_view attributes);

  ZipWriter zip_;
  std::vector<std::string> sheet_names_;
  std::size_t sheets_begun_ = 0;
  std::size_t row_ = 0;     // The row being added, from 1; otherwise the last one.
  std::size_t column_ = 0;  // The next cell, from 0.
  std::vector<std::string> cell_heads_ = {};  // For each column, its cell up to the row number.
  std::string row_number_ = {};
  std::string xml_ = {};
  std::size_t row_begin_ = 0;  // An offset in xml_.
};

}  // namespace orgreg::formats
