// From a record as the Catalog keeps it to what the CSV and the spreadsheet show of it: one
// cell for each column of model::Columns. Both files are made of these cells, so they cannot
// disagree with each other, nor with the JSON, whose bytes the values are.
//
// A RecordCells owns its buffers and reuses them: use one per thread, for any number of
// records.

#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "formats/json/quote_marks.h"
#include "model/kind.h"
#include "model/units/columns.h"

namespace orgreg::render {

struct Cell {
  enum class Kind : std::uint8_t { kEmpty, kText, kCount, kAmount, kDay, kFlag, kLines, kNotices };

  // The text of kText; the digits of kCount and kAmount; yyyy-MM-dd of kDay.
  std::string_view text = {};
  std::uint32_t first_line = 0;  // Of kLines; see RecordCells::LinesOf.
  std::uint32_t line_count = 0;
  Kind kind = Kind::kEmpty;
  bool flag = false;      // The value of kFlag; of kNotices, whether there are any.
  bool is_plain = false;  // `text`, or all lines, hold no quotation mark for certain.
};

// What a member of a record means for the columns, by the object it stands in and its name.
class ColumnIndex;

class RecordCells {
 public:
  explicit RecordCells(model::Kind kind);
  ~RecordCells();
  RecordCells(const RecordCells&) = delete;
  RecordCells& operator=(const RecordCells&) = delete;

  // Takes a record as AppendRecord writes it, version 2, with links or without. Members
  // without a column are passed over. The cells borrow from `rendered`; they are valid until
  // the next call. False where AppendRecord cannot have written that.
  [[nodiscard]] bool Read(std::string_view rendered);

  // In the order of columns().
  std::span<const Cell> cells() const { return cells_; }
  std::span<const model::Column> columns() const { return columns_; }
  // The lines of a cell of kind kLines; those that are null are left out.
  std::span<const std::string_view> LinesOf(const Cell& cell) const {
    return std::span(lines_).subspan(cell.first_line, cell.line_count);
  }
  // The record that was read. Cells that are plain are parts of it, and no more bytes of text
  // are in all cells together.
  std::string_view source() const { return source_; }

 private:
  class Walk;

  std::span<const model::Column> columns_;
  const ColumnIndex& index_;
  std::vector<Cell> cells_;
  std::vector<std::string_view> lines_;
  formats::QuoteMarks marks_;
  std::string decoded_;  // Texts that JSON escapes.
  std::string_view source_;
};

}  // namespace orgreg::render
