// SPDX-License-Identifier: EUPL-1.2

// Reads CSV: the pieces that a source delivers make no difference, and rows without a problem,
// written again with every cell quoted, read as the same rows. The first two bytes choose the
// pieces.

#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

#include "formats/csv_records.h"
#include "unit/formats/sliced_source.h"

namespace {

using orgreg::formats::ByteSource;
using orgreg::formats::CsvRecords;
using orgreg::formats::MemorySource;
using orgreg::formats::SlicedSource;

void Demand(bool condition) {
  if (!condition) std::abort();
}

struct Reading {
  std::vector<std::vector<std::string>> rows;  // those without a problem
  std::vector<std::string> problems;
  bool header_is_fine = false;

  friend bool operator==(const Reading&, const Reading&) = default;
};

Reading Read(ByteSource* source) {
  CsvRecords records(source, 500);
  Reading reading;
  while (true) {
    const auto next = records.Next();
    if (!next) {
      reading.problems.push_back(next.error().message);
      return reading;
    }
    if (!next->has_value()) return reading;
    const auto& row = **next;
    Demand(!row.cells.empty());
    if (row.ordinal == 0) reading.header_is_fine = row.problem.empty();
    if (row.problem.empty()) {
      reading.rows.emplace_back(row.cells.begin(), row.cells.end());
    } else {
      reading.problems.push_back(std::to_string(row.line) + std::string(row.problem));
    }
  }
}

std::string Write(const std::vector<std::vector<std::string>>& rows) {
  std::string text;
  for (const auto& row : rows) {
    for (const std::string& cell : row) {
      text += '"';
      for (const char c : cell) text += c == '"' ? std::string("\"\"") : std::string(1, c);
      text += "\",";
    }
    text.back() = '\n';
  }
  return text;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size < 2) return 0;
  const std::string_view text(reinterpret_cast<const char*>(data) + 2, size - 2);
  MemorySource whole(text);
  const Reading reading = Read(&whole);
  SlicedSource pieces(text, {1U + data[0], 1U + data[1] % 7U});
  Demand(Read(&pieces) == reading);

  if (!reading.header_is_fine) return 0;
  const std::string written = Write(reading.rows);
  MemorySource again(written);
  const Reading reread = Read(&again);
  // Quoting makes rows longer, so one near the limit may end the second reading.
  if (reread.problems.empty()) Demand(reread.rows == reading.rows);
  return 0;
}
