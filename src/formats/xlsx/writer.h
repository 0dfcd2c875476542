// A workbook (XLSX, ECMA-376) as a stream: rows go out as they are added, and memory stays
// constant. The first row of a sheet is its header, bold, kept in view and filterable. Text,
// numbers, days and flags are what they are to a spreadsheet, not text that looks so. The
// same cells give the same bytes (deflater.h). One thread at a time.
//
// Text of any length is written whole. LibreOffice and libraries read it whole; Excel shows
// 32,767 characters of a cell, and says so when it opens a file that has more.

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
  unsigned width = 0;  // In characters; 0 stands for what the header needs.
};

class XlsxWriter {
 public:
  // What a sheet of Excel holds: the header is one of the rows.
  static constexpr std::size_t kMaxRows = 1'048'576;
  static constexpr std::size_t kMaxColumns = 16'384;

  // `out` outlives the writer. Every sheet that is named is begun, in this order. Names are
  // different from each other, 1 to 31 characters, none of them one of []:*?/\".
  XlsxWriter(ByteSink* out, std::vector<std::string> sheet_names);

  // Ends the sheet before it, if any. There is at least one column.
  base::Status BeginSheet(std::span<const XlsxColumn> columns);

  // A row is its cells from the left, at most one for each column, between these two.
  void BeginRow();
  // kLimit where the sheet is full: the row is not in it, and the next sheet may be begun.
  base::Status EndRow();

  // Valid UTF-8. Without characters it is an empty cell.
  void AddText(std::string_view text);
  // A number as JSON writes it, written as it is. What a cell would not give back exactly,
  // as more than 15 digits, is text.
  void AddNumber(std::string_view digits);
  // Days before 1900-03-01, which spreadsheets disagree about, are text: yyyy-MM-dd.
  void AddDay(base::Date day);
  void AddFlag(bool flag);
  void AddEmpty() { ++column_; }

  // Ends the workbook. Nothing is added after it, and the sink stays open.
  base::Status Finish();

  // What the sink was given; complete after Finish.
  std::uint64_t size_bytes() const { return zip_.size_bytes(); }

 private:
  base::Status EndSheet();
  base::Status Flush();
  void AppendHeaderRow(std::span<const XlsxColumn> columns);
  void AppendTextCell(std::string_view attributes, std::string_view text);
  // Opens the next cell; `attributes` are those behind its reference.
  void OpenCell(std::string_view attributes);

  ZipWriter zip_;
  std::vector<std::string> sheet_names_;
  std::size_t sheets_begun_ = 0;
  std::size_t row_ = 0;     // Of the row being added, from 1; otherwise of the last one.
  std::size_t column_ = 0;  // Of the next cell, from 0.
  std::vector<std::string> cell_heads_ = {};  // A column's cell up to the row in its reference.
  std::string row_number_ = {};
  std::string xml_ = {};
  std::size_t row_begin_ = 0;  // In xml_.
};

}  // namespace orgreg::formats
