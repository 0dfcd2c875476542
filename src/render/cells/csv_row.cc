// SPDX-License-Identifier: EUPL-1.2

#include "render/cells/csv_row.h"

#include <array>
#include <bit>
#include <cassert>
#include <cstring>

#include "model/kind.h"

namespace orgreg::render {
namespace {

// Bytes that are copied at once: few texts are longer.
constexpr std::size_t kAtOnce = 32;

// The end of a cell, a comma and the beginning of the next cell, as often as they are copied at
// once.
constexpr std::size_t kBetweenBytes = 3;
constexpr std::size_t kCellsAtOnce = kAtOnce / kBetweenBytes;
constexpr std::array<char, kAtOnce> kBetween = [] {
  std::array<char, kAtOnce> text = {};
  for (std::size_t at = 0; at < text.size(); ++at) text[at] = at % kBetweenBytes == 1 ? ',' : '"';
  return text;
}();

// Writes to memory that is known to be large enough: the rows of all units are written in one run,
// and checking the space at each of ninety cells would cost as much as writing them.
class RowWriter {
 public:
  // `source_end` is the end of the texts' readable source.
  RowWriter(char* to, const char* source_end) : to_(to), source_end_(source_end) {}

  char* end() const { return to_; }
  void Put(char c) { *to_++ = c; }
  void Put(std::string_view text) {
    if (!text.empty()) std::memcpy(to_, text.data(), text.size());
    to_ += text.size();
  }
  // Ends the current cell and goes `count` cells on; all between are empty. Bytes after the last
  // mark are written too, and what comes next overwrites them.
  void GoOn(std::size_t count) {
    for (; count > kCellsAtOnce; count -= kCellsAtOnce) {
      std::memcpy(to_, kBetween.data(), kAtOnce);
      to_ += kCellsAtOnce * kBetweenBytes;
    }
    std::memcpy(to_, kBetween.data(), kAtOnce);
    to_ += count * kBetweenBytes;
  }
  // The same as Put for texts of the source: bytes after a short text are copied too.
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

}  // namespace

void AppendCsvHeader(model::Kind kind, std::string* out) {
  for (const model::Column& column : model::Columns(kind)) {
    out->append("\"").append(column.csv_header).append("\",");
  }
  out->back() = '\n';
}

// All text of the record doubled (a line break is shorter than the JSON around lines), and for each
// cell two marks, a comma and the longest word; and the bytes copied after the last text.
std::size_t MostCsvRowBytes(const RecordCells& cells) {
  constexpr std::size_t kBesideText = std::string_view("false").size() + kBetweenBytes;
  return 2 * cells.source().size() + cells.cells().size() * kBesideText + kAtOnce;
}

std::size_t WriteCsvRow(const RecordCells& cells, std::span<char> to) {
  assert(to.size() >= MostCsvRowBytes(cells));
  RowWriter row(to.data(), cells.source().data() + cells.source().size());
  row.Put('"');
  std::size_t current = 0;  // The cell that has begun.
  cells.ForEachFilled([&](std::size_t at) {
    row.GoOn(at - current);
    current = at;
    PutCell(cells, at, &row);
  });
  row.GoOn(cells.cells().size() - 1 - current);
  row.Put("\"\n");
  return static_cast<std::size_t>(row.end() - to.data());
}

}  // namespace orgreg::render
