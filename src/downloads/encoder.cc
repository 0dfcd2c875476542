// SPDX-License-Identifier: EUPL-1.2

// One class for each format. The JSON and CSV encoders pack text as it comes; the one for workbooks
// begins a new sheet when one is full.

#include "downloads/encoder.h"

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "formats/pack/gzip_packer.h"
#include "formats/xlsx/writer.h"
#include "render/cells/cells.h"
#include "render/cells/csv_row.h"
#include "render/cells/sheet_row.h"
#include "render/cells/sheet_safe_csv.h"

namespace orgreg::downloads {
namespace {

using base::Status;

base::Error NotARecord() { return {base::Code::kCorrupt, "a record is not as it was written"}; }

// One array with one record on each line, so that it can also be read line by line.
class JsonEncoder final : public Encoder {
 public:
  explicit JsonEncoder(formats::ByteSink* out) : packer_(out) {}

  Status Begin() override { return packer_.Append("["); }

  Status Add(const render::PublicForm& record) override {
    text_.assign(is_first_ ? "\n" : ",\n");
    is_first_ = false;
    // Spec, Download operations: without links.
    record.AppendPlainTo(&text_);
    return packer_.Append(text_);
  }

  Status Finish() override {
    TRY(packer_.Append("\n]\n"));
    return packer_.Finish();
  }

  std::uint64_t text_bytes() const override { return packer_.text_bytes(); }

 private:
  formats::GzipPacker packer_;
  bool is_first_ = true;
  std::string text_;
};

class CsvEncoder final : public Encoder {
 public:
  CsvEncoder(const EncoderOptions& options, formats::ByteSink* out)
      : kind_(options.kind),
        is_sheet_safe_(options.is_sheet_safe),
        packer_(out),
        cells_(options.kind) {}

  Status Begin() override {
    std::string header;
    render::AppendCsvHeader(kind_, &header);
    return is_sheet_safe_ ? PackSafely(header) : packer_.Append(header);
  }

  Status Add(const render::PublicForm& record) override {
    if (!cells_.Read(record.text())) return NotARecord();
    const std::size_t most = render::MostCsvRowBytes(cells_);
    if (!is_sheet_safe_) return packer_.Added(render::WriteCsvRow(cells_, packer_.Room(most)));
    if (row_.size() < most) row_.resize(most);
    return PackSafely(std::string_view(row_).substr(0, render::WriteCsvRow(cells_, row_)));
  }

  Status Finish() override { return packer_.Finish(); }

 private:
  Status PackSafely(std::string_view text) {
    safe_text_.clear();
    safe_.Append(text, &safe_text_);
    return packer_.Append(safe_text_);
  }

  model::Kind kind_;
  bool is_sheet_safe_;
  formats::GzipPacker packer_;
  render::RecordCells cells_;
  std::string row_;  // If it is sheet-safe: as long as the longest row so far could be.
  render::SheetSafeCsv safe_;
  std::string safe_text_;
};

class SheetEncoder final : public Encoder {
 public:
  SheetEncoder(model::Kind kind, std::vector<std::string> sheets, formats::ByteSink* out)
      : columns_(render::SheetColumns(kind)),
        unbegun_sheets_(sheets.size()),
        workbook_(out, std::move(sheets)),
        cells_(kind) {}

  Status Begin() override { return BeginSheet(); }

  Status Add(const render::PublicForm& record) override {
    if (rows_ == kRowsOfASheet) {
      TRY(BeginSheet());
    }
    ++rows_;
    if (!cells_.Read(record.text())) return NotARecord();
    return sheet_rows_.Append(cells_, &workbook_);
  }

  Status Finish() override {
    while (unbegun_sheets_ > 0) {
      TRY(BeginSheet());
    }
    return workbook_.Finish();
  }

  // One less than fit, for the header.
  static constexpr std::size_t kRowsOfASheet = formats::XlsxWriter::kMaxRows - 1;

 private:
  Status BeginSheet() {
    --unbegun_sheets_;
    rows_ = 0;
    return workbook_.BeginSheet(columns_);
  }

  std::vector<formats::XlsxColumn> columns_;
  std::size_t unbegun_sheets_;
  formats::XlsxWriter workbook_;
  render::RecordCells cells_;
  render::SheetRows sheet_rows_;
  std::size_t rows_ = 0;  // Of the current sheet.
};

// Spec, Download operations, 2: the entities are on two sheets.
std::vector<std::string> SheetNames(const EncoderOptions& options) {
  const std::size_t least = options.is_whole && options.kind == model::Kind::kEntity ? 2 : 1;
  const std::size_t needed =
      (options.records + SheetEncoder::kRowsOfASheet - 1) / SheetEncoder::kRowsOfASheet;
  const std::size_t count = std::max(least, needed);
  std::vector<std::string> names;
  for (std::size_t i = 1; i <= count; ++i) {
    names.emplace_back(FileOf(options.kind, Format::kSheet).sheet_name);
    if (count > 1) names.back().append(" ").append(std::to_string(i));
  }
  return names;
}

}  // namespace

std::unique_ptr<Encoder> MakeEncoder(const EncoderOptions& options, formats::ByteSink* out) {
  switch (options.format) {
    case Format::kJson:
      return std::make_unique<JsonEncoder>(out);
    case Format::kCsv:
      return std::make_unique<CsvEncoder>(options, out);
    case Format::kSheet:
      return std::make_unique<SheetEncoder>(options.kind, SheetNames(options), out);
    case Format::kZip:
      return nullptr;
  }
  return nullptr;
}

}  // namespace orgreg::downloads
