// SPDX-License-Identifier: EUPL-1.2

// Writes the first records of a register as a workbook, alternately with our writer and with
// libxlsxwriter in constant-memory mode, and measures both.
//
//   sheet_peer --data DIR --folder DIR --rows N --rounds N
//
// The library gets prepared cells from memory; ours begins with the catalog's record. Neither waits
// for the disk. Prints a line of JSON for each workbook.

#include <xlsxwriter.h>

#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/values/date.h"
#include "downloads/encoder.h"
#include "formats/file_writer.h"
#include "formats/xlsx/values.h"
#include "load_loop.h"
#include "opened_register.h"
#include "render/cells/cells.h"
#include "render/cells/csv_row.h"
#include "render/cells/sheet_row.h"

namespace {

namespace base = orgreg::base;
namespace formats = orgreg::formats;
namespace model = orgreg::model;
namespace search = orgreg::search;
namespace downloads = orgreg::downloads;
namespace render = orgreg::render;
namespace bench = orgreg::bench;
using bench::Check;
using bench::Fail;
using bench::Take;

constexpr model::Kind kKind = model::Kind::kEntity;
constexpr double kSerialOf1970 = 25'569;

struct ReadyCell {
  enum class Kind : std::uint8_t { kText, kNumber, kDay, kFlag };
  double number = 0;
  std::size_t text = 0;  // Its offset in the texts; it ends with a zero.
  std::uint16_t column = 0;
  Kind kind = Kind::kText;
};

// The library's input, row by row.
struct ReadyRows {
  std::string texts = {};
  std::vector<ReadyCell> cells = {};
  std::vector<std::size_t> row_ends = {};  // Indexes of cells.

  void AddText(std::string_view text, std::size_t column) {
    if (text.empty()) return;
    cells.push_back({.text = texts.size(), .column = static_cast<std::uint16_t>(column)});
    texts.append(text).push_back('\0');
  }
  void AddNumber(std::string_view digits, std::size_t column) {
    if (!formats::IsCellNumber(digits)) return AddText(digits, column);
    Add(std::strtod(std::string(digits).c_str(), nullptr), column, ReadyCell::Kind::kNumber);
  }
  void Add(double number, std::size_t column, ReadyCell::Kind kind) {
    cells.push_back({.number = number, .column = static_cast<std::uint16_t>(column), .kind = kind});
  }
};

std::string Joined(std::span<const std::string_view> lines) {
  std::string joined;
  for (const std::string_view line : lines) {
    if (&line != &lines.front() && !joined.empty()) joined.push_back('\n');
    joined.append(line);
  }
  return joined;
}

// The cells that render/cells/sheet_row.h makes of a record.
void AddCell(const render::RecordCells& cells, std::size_t at, ReadyRows* rows) {
  using Kind = render::Cell::Kind;
  const render::Cell& cell = cells.cells()[at];
  switch (cell.kind) {
    case Kind::kEmpty:
      return;
    case Kind::kText:
      if (cells.columns()[at].show == model::Show::kYear) return rows->AddNumber(cell.text, at);
      return rows->AddText(cell.text, at);
    case Kind::kLines:
      return rows->AddText(Joined(cells.LinesOf(cell)), at);
    case Kind::kCount:
    case Kind::kAmount:
      return rows->AddNumber(cell.text, at);
    case Kind::kDay: {
      const auto day = base::Date::Parse(cell.text);
      if (!day || day->days() + kSerialOf1970 < 61) return rows->AddText(cell.text, at);
      return rows->Add(day->days() + kSerialOf1970, at, ReadyCell::Kind::kDay);
    }
    case Kind::kFlag:
      return rows->Add(cell.flag ? 1 : 0, at, ReadyCell::Kind::kFlag);
    case Kind::kNotices:
      return rows->AddText(cell.flag ? render::kYes : render::kNo, at);
  }
}

ReadyRows MakeReady(const std::vector<render::PublicForm>& records) {
  ReadyRows rows;
  render::RecordCells cells(kKind);
  for (const render::PublicForm& record : records) {
    if (!cells.Read(record.text())) Fail("a record is not as it was rendered");
    for (std::size_t at = 0; at < cells.cells().size(); ++at) AddCell(cells, at, &rows);
    rows.row_ends.push_back(rows.cells.size());
  }
  return rows;
}

lxw_error WriteCell(lxw_worksheet* sheet, lxw_row_t row, const ReadyRows& rows,
                    const ReadyCell& cell, lxw_format* day) {
  switch (cell.kind) {
    case ReadyCell::Kind::kText:
      return worksheet_write_string(sheet, row, cell.column, rows.texts.data() + cell.text,
                                    nullptr);
    case ReadyCell::Kind::kNumber:
      return worksheet_write_number(sheet, row, cell.column, cell.number, nullptr);
    case ReadyCell::Kind::kDay:
      return worksheet_write_number(sheet, row, cell.column, cell.number, day);
    case ReadyCell::Kind::kFlag:
      return worksheet_write_boolean(sheet, row, cell.column, cell.number != 0, nullptr);
  }
  return LXW_NO_ERROR;
}

// Cells that the library rejects are left out: it does not take texts of over 32,767 characters.
void WriteWithLibrary(const ReadyRows& rows, const std::string& folder, const std::string& path) {
  std::string temporary = folder;
  lxw_workbook_options options = {};
  options.constant_memory = LXW_TRUE;
  options.tmpdir = temporary.data();
  lxw_workbook* const book = workbook_new_opt(path.c_str(), &options);
  lxw_worksheet* const sheet = workbook_add_worksheet(book, nullptr);
  lxw_format* const day = workbook_add_format(book);
  format_set_num_format(day, "yyyy-mm-dd");
  lxw_row_t row = 0;
  std::size_t at = 0;
  const std::vector<formats::XlsxColumn> columns = render::SheetColumns(kKind);
  for (std::size_t i = 0; i < columns.size(); ++i) {
    worksheet_write_string(sheet, row, static_cast<lxw_col_t>(i),
                           std::string(columns[i].header).c_str(), nullptr);
  }
  for (const std::size_t end : rows.row_ends) {
    ++row;
    for (; at < end; ++at) WriteCell(sheet, row, rows, rows.cells[at], day);
  }
  if (workbook_close(book) != LXW_NO_ERROR) Fail(path + ": libxlsxwriter failed");
}

void WriteOurs(const std::vector<render::PublicForm>& records, formats::FileWriter* file) {
  const auto encoder = downloads::MakeEncoder({.kind = kKind,
                                               .format = downloads::Format::kSheet,
                                               .records = records.size(),
                                               .is_whole = false},
                                              file);
  Check(encoder->Begin());
  for (const render::PublicForm& record : records) Check(encoder->Add(record));
  Check(encoder->Finish());
}

template <typename Write>
void Measure(const char* name, std::size_t rows, const Write& write) {
  const double cpu = bench::CpuSeconds();
  const auto begun = std::chrono::steady_clock::now();
  write();
  const std::chrono::duration<double> took = std::chrono::steady_clock::now() - begun;
  std::printf("{\"writer\": \"%s\", \"rows\": %zu, \"seconds\": %.3f, \"cpu_s\": %.3f}\n", name,
              rows, took.count(), bench::CpuSeconds() - cpu);
  std::fflush(stdout);
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 9) Fail("usage: sheet_peer --data DIR --folder DIR --rows N --rounds N");
  const std::string folder = argv[4];
  const search::Catalog catalog = bench::OpenCatalog(argv[2]);
  search::Query all;
  all.kind = kKind;
  search::RecordWalk walk = Take(catalog.Walk(all));
  const auto rows = static_cast<std::size_t>(std::atoll(argv[6]));
  std::vector<render::PublicForm> records;
  while (records.size() < rows) {
    const auto record = Take(walk.Next());
    if (!record) break;
    records.push_back(*record);
  }
  const ReadyRows ready = MakeReady(records);
  for (int round = std::atoi(argv[8]); round > 0; --round) {
    const auto file = Take(formats::FileWriter::Create(folder + "/ours.xlsx"));
    Measure("orgreg", records.size(), [&] { WriteOurs(records, file.get()); });
    Check(file->Finish());
    Check(file->Publish());
    Measure("libxlsxwriter", records.size(),
            [&] { WriteWithLibrary(ready, folder, folder + "/library.xlsx"); });
  }
}
