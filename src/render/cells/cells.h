// SPDX-License-Identifier: EUPL-1.2

// Turns a record of the Catalog into the cells of the CSV file and the spreadsheet: one cell for
// each column of model::Columns. Both files are made from these cells, so they cannot disagree with
// each other, nor with the JSON, whose bytes are the values.
//
// A RecordCells owns its buffers and reuses them: use one per thread, for any number of records.

#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <memory>
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

  // The text for kText; the digits for kCount and kAmount; yyyy-MM-dd for kDay.
  std::string_view text = {};
  std::uint32_t first_line = 0;  // For kLines; see RecordCells::LinesOf.
  std::uint32_t line_count = 0;
  Kind kind = Kind::kEmpty;
  bool flag = false;      // The value for kFlag; for kNotices, whether there are any.
  bool is_plain = false;  // `text`, or all lines, certainly have no quotation mark.
};

// Finds the column of a member, by the member's object and name.
class ColumnIndex;

class RecordCells {
 public:
  explicit RecordCells(model::Kind kind);
  // Fills the cells of these columns only, of which there are some; the others stay empty.
  RecordCells(model::Kind kind, std::span<const std::size_t> columns);
  ~RecordCells();
  RecordCells(const RecordCells&) = delete;
  RecordCells& operator=(const RecordCells&) = delete;

  // Reads a record that AppendRecord wrote in version 2, with or without links. Members without a
  // column are skipped. The cells borrow from `rendered` and are valid until the next call. False
  // if AppendRecord cannot have written it.
  [[nodiscard]] bool Read(std::string_view rendered);

  // In the order of columns().
  std::span<const Cell> cells() const { return cells_; }
  std::span<const model::Column> columns() const { return columns_; }
  // Calls `take` with the place of each cell that is not empty, in their order.
  template <typename Take>
  void ForEachFilled(Take take) const {
    for (std::size_t word = 0; word < filled_.size(); ++word) {
      for (std::uint64_t left = filled_[word]; left != 0; left &= left - 1)
        take(word * kBits + static_cast<std::size_t>(std::countr_zero(left)));
    }
  }
  // The lines of a cell of kind kLines, without null lines.
  std::span<const std::string_view> LinesOf(const Cell& cell) const {
    return std::span(lines_).subspan(cell.first_line, cell.line_count);
  }
  // The record that was read. Plain cells are parts of it, and all cells together have no more
  // bytes of text.
  std::string_view source() const { return source_; }

 private:
  class Walk;
  RecordCells(model::Kind kind, const ColumnIndex& index);
  RecordCells(model::Kind kind, std::unique_ptr<const ColumnIndex> index);
  static constexpr std::size_t kBits = 64;  // Of a number of filled_.

  void Clear();

  std::unique_ptr<const ColumnIndex> own_index_;  // Of some columns.
  std::span<const model::Column> columns_;
  const ColumnIndex& index_;
  std::vector<Cell> cells_;
  std::vector<std::uint64_t> filled_;  // A bit for each cell, the lowest first.
  // Most records have the same members in the same order, so the next member is guessed first: for
  // each member, the ids of the last first one in it and of the last one after it.
  std::vector<std::uint16_t> followers_;
  std::vector<std::string_view> lines_;
  formats::QuoteMarks marks_;
  std::string decoded_;  // Texts that JSON escapes.
  std::string_view source_;
};

}  // namespace orgreg::render
