// SPDX-License-Identifier: EUPL-1.2

// A state machine (Advance) looks at each special byte of a row; runs of ordinary bytes between
// them are skipped at once. Cells are offsets until the row is complete, and are unquoted then.

#include "formats/csv_records.h"

#include <algorithm>
#include <string>

namespace orgreg::formats {

using base::Code;
using base::Error;
using base::Result;

namespace {

constexpr bool IsSpecial(char c) {
  return c == '"' || c == ',' || c == '\n' || c == '\r' || c == '\0';
}

Error CutOff(std::uint64_t line, std::string_view where) {
  return {Code::kCorrupt,
          "line " + std::to_string(line) + ": the input is cut off: it ends " + std::string(where)};
}

}  // namespace

CsvRecords::CsvRecords(ByteSource* source, std::size_t max_row_bytes)
    : window_(source), max_row_bytes_(max_row_bytes) {}

Result<std::optional<CsvRow>> CsvRecords::Next() {
  if (!header_cells_ && window_.offset() == 0) {
    TRY(window_.DropByteOrderMark());
  }
  do {
    BeginRow();
    const auto read = TRY(ReadRow());
    if (!read && last_row_is_short_)
      return CutOff(last_row_line_, "in a row that has fewer cells than the header");
    if (!read) return std::optional<CsvRow>();
  } while (IsEmptyRow());
  return std::optional<CsvRow>(Finish());
}

void CsvRecords::BeginRow() {
  window_.Drop(row_bytes_);
  row_bytes_ = 0;
  row_line_ = line_;
  state_ = State::kCellStart;
  cell_ = {};
  cells_.clear();
  problem_ = {};
}

// Reads to the end of the row; false if there is none.
Result<bool> CsvRecords::ReadRow() {
  while (true) {
    const std::size_t here = std::min(window_.size(), max_row_bytes_);
    while (row_bytes_ < here) {
      row_bytes_ += OrdinaryRun(here);
      if (row_bytes_ == here) break;
      const std::size_t at = row_bytes_++;
      if (Advance(window_.data()[at], at)) return true;
    }
    const auto grown = TRY(row_bytes_ < window_.size() ? true : window_.Grow());
    if (!grown) break;
    if (row_bytes_ < max_row_bytes_) continue;
    return Error{Code::kLimit, "line " + std::to_string(row_line_) + ": a row larger than " +
                                   std::to_string(max_row_bytes_) + " bytes"};
  }
  if (state_ == State::kQuoted) return CutOff(row_line_, "inside a quoted cell of this row");
  if (row_bytes_ == 0) return false;
  if (state_ == State::kCellStart && header_is_quoted_)
    return CutOff(row_line_, "before a cell of this row that should be quoted");
  if (state_ == State::kPlain || state_ == State::kCellStart) cell_.end = row_bytes_;
  EndCell(row_bytes_);
  return true;
}

// The number of following bytes that are ordinary text in the middle of a cell.
std::size_t CsvRecords::OrdinaryRun(std::size_t limit) const {
  if (state_ != State::kQuoted && state_ != State::kPlain) return 0;
  const char* const begin = window_.data() + row_bytes_;
  const char* const end = window_.data() + limit;
  return static_cast<std::size_t>(std::find_if(begin, end, IsSpecial) - begin);
}

// True if `c`, the byte at `at` of the row, is the last of the row.
bool CsvRecords::Advance(char c, std::size_t at) {
  if (c == '\n') ++line_;
  if (c == '\0') Blame("contains a NUL byte");
  switch (state_) {
    case State::kQuoted:
      if (c == '"') {
        cell_.end = at;
        state_ = State::kAfterQuote;
      }
      return false;
    case State::kAfterQuote:
      if (c == '\n') break;
      AfterQuote(c, at);
      return false;
    case State::kAfterReturn:
      if (c == '\n') break;
      Blame("has a carriage return without a line feed");
      state_ = State::kPlain;
      return InUnquoted(c, at);
    case State::kCellStart:
      if (c == '"') {
        cell_.begin = at + 1;
        state_ = State::kQuoted;
        return false;
      }
      state_ = State::kPlain;
      return InUnquoted(c, at);
    case State::kPlain:
      return InUnquoted(c, at);
  }
  EndCell(at);
  return true;
}

bool CsvRecords::InUnquoted(char c, std::size_t at) {
  if (c == '"') Blame("has a quote inside an unquoted cell");
  if (c != ',' && c != '\n' && c != '\r') return false;
  cell_.end = at;
  if (c == '\r') {
    state_ = State::kAfterReturn;
    return false;
  }
  EndCell(at + 1);
  return c == '\n';
}

void CsvRecords::AfterQuote(char c, std::size_t at) {
  if (c == '"') {
    cell_.has_doubled_quotes = true;
    state_ = State::kQuoted;
  } else if (c == ',') {
    EndCell(at + 1);
  } else if (c == '\r') {
    state_ = State::kAfterReturn;
  } else {
    Blame("has text after a closing quote");
    state_ = State::kPlain;
  }
}

// The next cell begins at `next`.
void CsvRecords::EndCell(std::size_t next) {
  cells_.push_back(cell_);
  cell_ = {.begin = next, .end = next};
  state_ = State::kCellStart;
}

// Only the first problem of a row is reported.
void CsvRecords::Blame(std::string_view problem) {
  if (problem_.empty()) problem_ = problem;
}

bool CsvRecords::IsEmptyRow() const {
  // A quoted empty cell begins after its quote.
  return cells_.size() == 1 && cells_.front().begin == 0 && cells_.front().end == 0;
}

// Replaces each doubled quote by one, in place.
std::string_view CsvRecords::Unquote(const Cell& cell) {
  char* const begin = window_.data() + cell.begin;
  const std::size_t size = cell.end - cell.begin;
  if (!cell.has_doubled_quotes) return {begin, size};
  std::size_t kept = 0;
  for (std::size_t at = 0; at < size; ++at) {
    begin[kept++] = begin[at];
    if (begin[at] == '"' && at + 1 < size && begin[at + 1] == '"') ++at;
  }
  return {begin, kept};
}

CsvRow CsvRecords::Finish() {
  views_.clear();
  for (const Cell& cell : cells_) views_.push_back(Unquote(cell));
  if (!header_cells_) {
    header_cells_ = cells_.size();
    // A quoted cell begins after its quote.
    header_is_quoted_ = cells_.back().begin > 0 && window_.data()[cells_.back().begin - 1] == '"';
  }
  if (cells_.size() != *header_cells_) Blame("has more or fewer cells than the header");
  last_row_is_short_ = cells_.size() < *header_cells_;
  last_row_line_ = row_line_;
  return {.cells = views_, .ordinal = ordinal_++, .line = row_line_, .problem = problem_};
}

}  // namespace orgreg::formats
