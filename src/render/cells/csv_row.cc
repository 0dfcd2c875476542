// SPDX-License-Identifier: EUPL-1.2

#include "render/cells/csv_row.h"

#include <algorithm>
#include <cstring>

#include "model/kind.h"

namespace orgreg::render {
namespace {

// Writes to memory that is known to be large enough: the rows of all units are written in one run,
// and checking the space at each of ninety cells would cost as much as writing them.
class RowWriter {
 public:
  static constexpr std::size_t kAtOnce = 32;

  // `source_end` is the end of the texts' readable source.
  RowWriter(char* to, const char* source_end) : to_(to), source_end_(source_end) {}

  char* end() const { return to_; }
  void Put(char c) { *to_++ = c; }
  void Put(std::string_view text) {
    if (!text.empty()) std::memcpy(to_, text.data(), text.size());
    to_ += text.size();
  }
  // The same for texts of the source, most of which are short: bytes after the text are copied too,
  // and the next cell overwrites them.
  void PutFromSource(std::string_view text) {
    if (text.size() > kAtOnce || static_cast<std::size_t>(source_end_ - text.data()) < kAtOnce)
      return Put(text);
    std::memcpy(to_, text.data(), kAtOnce);
    to_ += text.size();
  }
  void PutDoubled(std::string_view text) {
    while (true) {
      const std::size_t quote = text.find('"');
      if (quote == std::string_view::npos) return Put(text);
      Put(text.substr(0, quote + 1));
      Put('"');
      text.remove_prefix(quote + 1);
    }
  }

 private:
  char* to_;
  const char* source_end_;
};

void PutText(std::string_view text, bool is_plain, RowWriter* row) {
  if (is_plain) {
    row->PutFromSource(text);
  } else {
    row->PutDoubled(text);
  }
}

void PutLines(const Cell& cell, std::span<const std::string_view> lines, model::Show show,
              RowWriter* row) {
  const char joint = show == model::Show::kRunning ? ' ' : '\n';
  for (const std::string_view& line : lines) {
    if (&line != lines.data()) row->Put(joint);
    PutText(line, cell.is_plain, row);
  }
}

void PutCell(const RecordCells& cells, std::size_t at, RowWriter* row) {
  const Cell& cell = cells.cells()[at];
  switch (cell.kind) {
    case Cell::Kind::kEmpty:
      return;
    case Cell::Kind::kText:
    case Cell::Kind::kCount:
    case Cell::Kind::kAmount:
    case Cell::Kind::kDay:
      return PutText(cell.text, cell.is_plain, row);
    case Cell::Kind::kFlag:
      return row->Put(cell.flag ? "true" : "false");
    case Cell::Kind::kNotices:
      return row->Put(cell.flag ? kYes : kNo);
    case Cell::Kind::kLines:
      return PutLines(cell, cells.LinesOf(cell), cells.columns()[at].show, row);
  }
}

// The most bytes of a row: all text of the record doubled (a line break is shorter than the JSON
// around lines), and for each cell two marks, a comma and the longest word; and the bytes copied
// after the last text.
std::size_t MostBytes(const RecordCells& cells) {
  constexpr std::size_t kBesideText = std::string_view("false").size() + 3;
  return 2 * cells.source().size() + cells.cells().size() * kBesideText + RowWriter::kAtOnce;
}

}  // namespace

void AppendCsvHeader(model::Kind kind, std::string* out) {
  for (const model::Column& column : model::Columns(kind)) {
    out->append("\"").append(column.csv_header).append("\",");
  }
  out->back() = '\n';
}

void CsvRows::Append(const RecordCells& cells, std::string* out) {
  const std::size_t most = MostBytes(cells);
  if (row_.size() < most) row_.resize(most);
  RowWriter row(row_.data(), cells.source().data() + cells.source().size());
  for (std::size_t at = 0; at < cells.cells().size(); ++at) {
    row.Put('"');
    PutCell(cells, at, &row);
    row.Put("\",");
  }
  *(row.end() - 1) = '\n';
  out->append(row_.data(), row.end());
}

}  // namespace orgreg::render
