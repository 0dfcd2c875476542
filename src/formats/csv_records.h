// SPDX-License-Identifier: EUPL-1.2

// Reads CSV as RFC 4180 has it: cells between commas, quoted with '"' where needed, a quote inside
// doubled, line breaks allowed inside quotes; rows end in LF or CRLF. A byte-order mark and empty
// lines are skipped. The first row is the header: every other row should have as many cells. Memory
// holds one row at a time. One thread reads a stream.
//
// A row that breaks the rules but has an end is returned with its problem, and reading goes on.
// Errors end the reading: kCorrupt when the input is truncated, kLimit when a row is too large, and
// the errors of the source. An input is truncated when it ends inside quotes, when its last row has
// fewer cells than the header, or when the last cell of that row is empty and unquoted although the
// header's cells are quoted. A whole last row needs no line end.

#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "formats/byte_source.h"
#include "formats/text_window.h"

namespace orgreg::formats {

struct CsvRow {
  std::span<const std::string_view> cells;  // unquoted
  std::uint64_t ordinal = 0;                // 0 is the header
  std::uint64_t line = 0;                   // where the row begins, from 1
  std::string_view problem;                 // what is wrong with the row; empty if nothing is
};

class CsvRecords {
 public:
  static constexpr std::size_t kMaxRowBytes = std::size_t{16} << 20;

  // `source` outlives the reader. The limit counts the end of the line.
  explicit CsvRecords(ByteSource* source, std::size_t max_row_bytes = kMaxRowBytes);

  // The next row, valid until the next call; nothing at the end. The first call returns the header.
  // Next is not called again after the end or an error.
  base::Result<std::optional<CsvRow>> Next();

 private:
  enum class State { kCellStart, kPlain, kQuoted, kAfterQuote, kAfterReturn };
  // Offsets in the row, because the window moves while the row is read.
  struct Cell {
    std::size_t begin = 0;
    std::size_t end = 0;
    bool has_doubled_quotes = false;
  };

  void BeginRow();
  base::Result<bool> ReadRow();
  std::size_t OrdinaryRun(std::size_t limit) const;
  bool Advance(char c, std::size_t at);
  bool InUnquoted(char c, std::size_t at);
  void AfterQuote(char c, std::size_t at);
  void EndCell(std::size_t next);
  void Blame(std::string_view problem);
  bool IsEmptyRow() const;
  std::string_view Unquote(const Cell& cell);
  CsvRow Finish();

  TextWindow window_;
  std::size_t max_row_bytes_;
  std::optional<std::size_t> header_cells_;
  bool header_is_quoted_ = false;  // Whether its last cell is quoted.
  bool last_row_is_short_ = false;
  std::uint64_t ordinal_ = 0;
  std::uint64_t line_ = 1;           // of the current byte
  std::uint64_t row_line_ = 1;       // of the first byte of the current row
  std::uint64_t last_row_line_ = 1;  // of the first byte of the row returned last

  State state_ = State::kCellStart;
  std::size_t row_bytes_ = 0;  // bytes of the current row, which the next call drops
  Cell cell_;
  std::vector<Cell> cells_;
  std::vector<std::string_view> views_;
  std::string_view problem_;
};

}  // namespace orgreg::formats
