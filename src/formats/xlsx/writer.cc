// SPDX-License-Identifier: EUPL-1.2

// Rows are collected as XML and go to the archive in larger pieces. The head of a cell is prepared
// once for each column, because only the row number changes.

#include "formats/xlsx/writer.h"

#include <algorithm>
#include <cassert>
#include <charconv>

#include "formats/xlsx/parts.h"
#include "formats/xlsx/values.h"

namespace orgreg::formats {
namespace {

// Rows are buffered up to this size: enough to pack at once, and still in the processor's cache.
constexpr std::size_t kFlushBytes = std::size_t{32} << 10;

// The days of a sheet count from 1899-12-30, and are correct from this day on: for Excel the year
// 1900 had a 29 February.
constexpr std::int32_t kSerialOf1970 = 25'569;
constexpr std::int32_t kFirstSureSerial = 61;  // 1900-03-01

// A header needs room for itself and the button of its filter.
constexpr std::size_t kMinWidth = 10;
constexpr std::size_t kMaxWidth = 50;
constexpr std::size_t kFilterButtonWidth = 4;

// A, B, …, Z, AA, AB, …: numbers from 1 without a zero digit.
std::string ColumnName(std::size_t index) {
  std::string name;
  for (std::size_t rest = index + 1; rest > 0; rest = (rest - 1) / 26) {
    name.insert(name.begin(), static_cast<char>('A' + (rest - 1) % 26));
  }
  return name;
}

std::size_t WidthOf(const XlsxColumn& column) {
  if (column.width != 0) return column.width;
  const auto characters = static_cast<std::size_t>(std::ranges::count_if(
      column.header, [](char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; }));
  return std::clamp(characters + kFilterButtonWidth, kMinWidth, kMaxWidth);
}

std::string SheetHead(std::span<const XlsxColumn> columns, bool is_first) {
  std::string xml(kXmlHead);
  xml.append("<worksheet xmlns=\"").append(kMainSpace).append("\"><sheetViews><sheetView");
  if (is_first) xml.append(" tabSelected=\"1\"");
  xml.append(
      " workbookViewId=\"0\"><pane ySplit=\"1\" topLeftCell=\"A2\" activePane=\"bottomLeft\""
      " state=\"frozen\"/><selection pane=\"bottomLeft\"/></sheetView></sheetViews><cols>");
  for (std::size_t i = 0; i < columns.size(); ++i) {
    const std::string number = std::to_string(i + 1);
    xml.append("<col min=\"").append(number).append("\" max=\"").append(number);
    xml.append("\" width=\"").append(std::to_string(WidthOf(columns[i])));
    xml.append("\" customWidth=\"1\"/>");
  }
  return xml.append("</cols><sheetData>");
}

}  // namespace

XlsxWriter::XlsxWriter(ByteSink* out, std::vector<std::string> sheet_names)
    : zip_(out), sheet_names_(std::move(sheet_names)) {
  assert(!sheet_names_.empty());
}

base::Status XlsxWriter::BeginSheet(std::span<const XlsxColumn> columns) {
  assert(sheets_begun_ < sheet_names_.size());
  assert(!columns.empty() && columns.size() <= kMaxColumns);
  base::Status status = sheets_begun_ == 0 ? WriteWorkbookParts(sheet_names_, &zip_) : EndSheet();
  if (status) status = zip_.BeginFile(SheetPath(++sheets_begun_));
  if (!status) return status;
  cell_heads_.clear();
  for (std::size_t i = 0; i < columns.size(); ++i) {
    cell_heads_.push_back("<c r=\"" + ColumnName(i));
  }
  row_ = 0;
  xml_ = SheetHead(columns, sheets_begun_ == 1);
  AppendHeaderRow(columns);
  return {};
}

void XlsxWriter::AppendHeaderRow(std::span<const XlsxColumn> columns) {
  const std::string attributes = std::string("\" s=\"").append(kHeaderStyle);
  BeginRow();
  for (const XlsxColumn& column : columns) AppendTextCell(attributes, column.header);
  xml_.append("</row>");
}

void XlsxWriter::BeginRow() {
  row_begin_ = xml_.size();
  row_number_ = std::to_string(++row_);
  column_ = 0;
  xml_.append("<row r=\"").append(row_number_).append("\">");
}

base::Status XlsxWriter::EndRow() {
  if (row_ > kMaxRows) {
    xml_.resize(row_begin_);
    --row_;
    return base::Error{base::Code::kLimit, "a sheet holds at most " + std::to_string(kMaxRows) +
                                               " rows, its header included"};
  }
  xml_.append("</row>");
  return xml_.size() < kFlushBytes ? base::Status() : Flush();
}

base::Status XlsxWriter::Flush() {
  base::Status status = zip_.Append(xml_);
  xml_.clear();
  return status;
}

void XlsxWriter::OpenCell(std::string_view attributes) {
  assert(column_ < cell_heads_.size());
  xml_.append(cell_heads_[column_++]).append(row_number_).append(attributes);
}

void XlsxWriter::AppendTextCell(std::string_view attributes, std::string_view text) {
  OpenCell(attributes);
  xml_.append(HasEdgeSpace(text) ? "\" t=\"inlineStr\"><is><t xml:space=\"preserve\">"
                                 : "\" t=\"inlineStr\"><is><t>");
  AppendCellText(text, &xml_);
  xml_.append("</t></is></c>");
}

void XlsxWriter::AddText(std::string_view text) {
  if (text.empty()) return AddEmpty();
  AppendTextCell("", text);
}

void XlsxWriter::AddNumber(std::string_view digits) {
  if (!IsCellNumber(digits)) return AddText(digits);
  OpenCell("\"><v>");
  xml_.append(digits).append("</v></c>");
}

void XlsxWriter::AddDay(base::Date day) {
  const std::int32_t serial = day.days() + kSerialOf1970;
  if (serial < kFirstSureSerial) return AddText(day.ToString());
  char digits[16];
  const auto written = std::to_chars(std::begin(digits), std::end(digits), serial);
  OpenCell("\" s=\"");
  xml_.append(kDayStyle).append("\"><v>");
  xml_.append(std::begin(digits), written.ptr).append("</v></c>");
}

void XlsxWriter::AddFlag(bool flag) {
  OpenCell(flag ? "\" t=\"b\"><v>1</v></c>" : "\" t=\"b\"><v>0</v></c>");
}

base::Status XlsxWriter::EndSheet() {
  xml_.append("</sheetData><autoFilter ref=\"A1:").append(ColumnName(cell_heads_.size() - 1));
  xml_.append(std::to_string(row_)).append("\"/></worksheet>");
  return Flush();
}

base::Status XlsxWriter::Finish() {
  assert(sheets_begun_ == sheet_names_.size());
  if (base::Status status = EndSheet(); !status.ok()) return status;
  return zip_.Finish();
}

}  // namespace orgreg::formats
