// SPDX-License-Identifier: EUPL-1.2

#include "formats/xlsx/writer.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>

#include "unit/formats/sample_texts.h"
#include "unit/formats/zip_reader.h"

namespace orgreg::formats {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;

constexpr const char* kFirstSheet = "xl/worksheets/sheet1.xml";

const std::vector<XlsxColumn> kColumns = {{.header = "Name", .width = 40}, {.header = "Æ & Ø"}};

// A workbook of one sheet with kColumns.
std::string Workbook(const std::function<void(XlsxWriter&)>& add_rows) {
  std::string bytes;
  StringSink sink(&bytes);
  XlsxWriter writer(&sink, {"Sheet"});
  EXPECT_TRUE(writer.BeginSheet(kColumns).ok());
  add_rows(writer);
  EXPECT_TRUE(writer.Finish().ok());
  EXPECT_EQ(writer.size_bytes(), bytes.size());
  return bytes;
}

// The rows of the first sheet after its header, as written.
std::string Rows(const std::function<void(XlsxWriter&)>& add_rows) {
  const std::string bytes = Workbook(add_rows);
  const std::string xml = ZipReader(bytes).Text(kFirstSheet);
  const std::size_t begin = xml.find("</row>") + std::string("</row>").size();
  return xml.substr(begin, xml.find("</sheetData>") - begin);
}

// The written form of one cell.
std::string Cell(const std::function<void(XlsxWriter&)>& add_cell) {
  const std::string row = Rows([&](XlsxWriter& writer) {
    writer.BeginRow();
    add_cell(writer);
    EXPECT_TRUE(writer.EndRow().ok());
  });
  const std::string begin = "<row r=\"2\">";
  const std::string end = "</row>";
  EXPECT_TRUE(row.starts_with(begin) && row.ends_with(end)) << row;
  return row.substr(begin.size(), row.size() - begin.size() - end.size());
}

std::string TextCell(std::string_view text) {
  return Cell([&](XlsxWriter& writer) { writer.AddText(text); });
}

std::string NumberCell(std::string_view digits) {
  return Cell([&](XlsxWriter& writer) { writer.AddNumber(digits); });
}

std::string DayCell(std::string_view day) {
  return Cell([&](XlsxWriter& writer) { writer.AddDay(base::Date::Parse(day).value()); });
}

// The written form of a plain text in the first cell.
std::string AsText(std::string_view text) {
  return "<c r=\"A2\" t=\"inlineStr\"><is><t>" + std::string(text) + "</t></is></c>";
}

TEST(XlsxWriter, ASheetIsItsHeaderItsRowsAndAFilterOverBoth) {
  const std::string bytes = Workbook([](XlsxWriter& writer) {
    writer.BeginRow();
    writer.AddText("a");
    writer.AddNumber("1");
    ASSERT_TRUE(writer.EndRow().ok());
  });
  EXPECT_EQ(ZipReader(bytes).Text(kFirstSheet),
            "<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"yes\"?>\n"
            "<worksheet xmlns=\"http://schemas.openxmlformats.org/spreadsheetml/2006/main\">"
            "<sheetViews><sheetView tabSelected=\"1\" workbookViewId=\"0\">"
            "<pane ySplit=\"1\" topLeftCell=\"A2\" activePane=\"bottomLeft\" state=\"frozen\"/>"
            "<selection pane=\"bottomLeft\"/></sheetView></sheetViews>"
            "<cols><col min=\"1\" max=\"1\" width=\"40\" customWidth=\"1\"/>"
            "<col min=\"2\" max=\"2\" width=\"10\" customWidth=\"1\"/></cols>"
            "<sheetData><row r=\"1\">"
            "<c r=\"A1\" s=\"2\" t=\"inlineStr\"><is><t>Name</t></is></c>"
            "<c r=\"B1\" s=\"2\" t=\"inlineStr\"><is><t>Æ &amp; Ø</t></is></c></row>"
            "<row r=\"2\"><c r=\"A2\" t=\"inlineStr\"><is><t>a</t></is></c>"
            "<c r=\"B2\"><v>1</v></c></row>"
            "</sheetData><autoFilter ref=\"A1:B2\"/></worksheet>");
}

TEST(XlsxWriter, TheArchiveBeginsWithItsType) {
  std::string bytes;
  StringSink sink(&bytes);
  XlsxWriter writer(&sink, {"One", "Two & <more>"});
  ASSERT_TRUE(writer.BeginSheet(kColumns).ok() && writer.BeginSheet(kColumns).ok());
  ASSERT_TRUE(writer.Finish().ok());
  const ZipReader reader(bytes);
  std::vector<std::string> names;
  for (const ZipFile& file : reader.files()) names.push_back(file.name);
  EXPECT_THAT(names, ElementsAre("[Content_Types].xml", "_rels/.rels", "xl/workbook.xml",
                                 "xl/_rels/workbook.xml.rels", "xl/styles.xml",
                                 "xl/worksheets/sheet1.xml", "xl/worksheets/sheet2.xml"));
  EXPECT_THAT(reader.Text("xl/workbook.xml"),
              HasSubstr("<sheet name=\"One\" sheetId=\"1\" r:id=\"rId1\"/>"
                        "<sheet name=\"Two &amp; &lt;more&gt;\" sheetId=\"2\" r:id=\"rId2\"/>"));
  for (const char* const part : {"/xl/worksheets/sheet1.xml", "/xl/worksheets/sheet2.xml",
                                 "/xl/workbook.xml", "/xl/styles.xml"}) {
    EXPECT_THAT(reader.Text("[Content_Types].xml"), HasSubstr(part));
  }
  EXPECT_THAT(reader.Text("xl/_rels/workbook.xml.rels"),
              HasSubstr("Id=\"rId2\" Type=\"http://schemas.openxmlformats.org/officeDocument/2006/"
                        "relationships/worksheet\" Target=\"worksheets/sheet2.xml\""));
  EXPECT_THAT(reader.Text("xl/worksheets/sheet2.xml"), Not(HasSubstr("tabSelected")));
}

TEST(XlsxWriter, RowsOfTheNextSheetCountFromOneAgain) {
  std::string bytes;
  StringSink sink(&bytes);
  XlsxWriter writer(&sink, {"One", "Two"});
  for (const char* const text : {"first", "second"}) {
    ASSERT_TRUE(writer.BeginSheet(kColumns).ok());
    writer.BeginRow();
    writer.AddText(text);
    ASSERT_TRUE(writer.EndRow().ok());
  }
  ASSERT_TRUE(writer.Finish().ok());
  const ZipReader reader(bytes);
  EXPECT_THAT(reader.Text(kFirstSheet), HasSubstr(AsText("first")));
  const std::string second = reader.Text("xl/worksheets/sheet2.xml");
  EXPECT_THAT(second, HasSubstr(AsText("second")));
  EXPECT_THAT(second, Not(HasSubstr("first")));
  EXPECT_THAT(second, HasSubstr("<autoFilter ref=\"A1:B2\"/>"));
}

TEST(XlsxWriter, EmptyCellsAreLeftOutAndTheOthersKeepTheirPlace) {
  EXPECT_EQ(Rows([](XlsxWriter& writer) {
              writer.BeginRow();
              writer.AddEmpty();
              writer.AddText("b");
              ASSERT_TRUE(writer.EndRow().ok());
              writer.BeginRow();
              writer.AddText("");
              writer.AddNumber("");
              ASSERT_TRUE(writer.EndRow().ok());
              writer.BeginRow();
              ASSERT_TRUE(writer.EndRow().ok());
            }),
            "<row r=\"2\"><c r=\"B2\" t=\"inlineStr\"><is><t>b</t></is></c></row>"
            "<row r=\"3\"></row><row r=\"4\"></row>");
}

TEST(XlsxWriter, ColumnsAreNamedPastZ) {
  std::string bytes;
  StringSink sink(&bytes);
  XlsxWriter writer(&sink, {"Sheet"});
  ASSERT_TRUE(writer.BeginSheet(std::vector<XlsxColumn>(XlsxWriter::kMaxColumns)).ok());
  writer.BeginRow();
  for (std::size_t i = 0; i < XlsxWriter::kMaxColumns; ++i) writer.AddFlag(true);
  ASSERT_TRUE(writer.EndRow().ok() && writer.Finish().ok());
  const std::string xml = ZipReader(bytes).Text(kFirstSheet);
  std::size_t at = 0;
  // Each comes after the previous one.
  for (const char* const name : {"A", "Z", "AA", "AZ", "BA", "ZZ", "AAA", "ABC", "XFD"}) {
    at = xml.find("<c r=\"" + std::string(name) + "2\" t=\"b\">", at);
    ASSERT_NE(at, std::string::npos) << name;
  }
}

TEST(XlsxWriter, TextIsEscapedAndItsSpacesAreKept) {
  EXPECT_EQ(TextCell("a<b"), AsText("a&lt;b"));
  EXPECT_EQ(TextCell("line\nbreak"), AsText("line\nbreak"));
  EXPECT_EQ(TextCell("\x01"), AsText("_x0001_"));
  EXPECT_EQ(TextCell(" a "),
            "<c r=\"A2\" t=\"inlineStr\"><is><t xml:space=\"preserve\"> a </t></is></c>");
}

TEST(XlsxWriter, TextThatLooksLikeSomethingElseStaysText) {
  for (const std::string_view text : {"0301", "=SUM(A1)", "TRUE", "2024-01-01", "1e5", "'a"}) {
    EXPECT_EQ(TextCell(text), AsText(text));
  }
}

TEST(XlsxWriter, TextOfAnyLengthIsWrittenWhole) {
  const std::string text(100'000, 'z');
  EXPECT_TRUE(TextCell(text) == AsText(text));
}

TEST(XlsxWriter, NumbersAreNumbersIfACellIsExact) {
  EXPECT_EQ(NumberCell("974760673"), "<c r=\"A2\"><v>974760673</v></c>");
  EXPECT_EQ(NumberCell("-12.50"), "<c r=\"A2\"><v>-12.50</v></c>");
  EXPECT_EQ(NumberCell("1234567890123456"), AsText("1234567890123456"));
  EXPECT_EQ(NumberCell("1E400"), AsText("1E400"));
  EXPECT_EQ(NumberCell("</v>"), AsText("&lt;/v&gt;"));
}

TEST(XlsxWriter, DaysAreDaysIfSpreadsheetsAgree) {
  EXPECT_EQ(DayCell("1970-01-01"), "<c r=\"A2\" s=\"1\"><v>25569</v></c>");
  EXPECT_EQ(DayCell("2024-02-29"), "<c r=\"A2\" s=\"1\"><v>45351</v></c>");
  EXPECT_EQ(DayCell("9999-12-31"), "<c r=\"A2\" s=\"1\"><v>2958465</v></c>");
  EXPECT_EQ(DayCell("1900-03-01"), "<c r=\"A2\" s=\"1\"><v>61</v></c>");
  EXPECT_EQ(DayCell("1900-02-28"), AsText("1900-02-28"));
  EXPECT_EQ(DayCell("1814-05-17"), AsText("1814-05-17"));
  EXPECT_EQ(DayCell("0001-01-01"), AsText("0001-01-01"));
}

TEST(XlsxWriter, FlagsAreFlags) {
  EXPECT_EQ(Cell([](XlsxWriter& writer) { writer.AddFlag(true); }),
            "<c r=\"A2\" t=\"b\"><v>1</v></c>");
  EXPECT_EQ(Cell([](XlsxWriter& writer) { writer.AddFlag(false); }),
            "<c r=\"A2\" t=\"b\"><v>0</v></c>");
}

TEST(XlsxWriter, ARowPastTheLastIsRefusedAndMayGoToTheNextSheet) {
  std::string bytes;
  StringSink sink(&bytes);
  XlsxWriter writer(&sink, {"Full", "Next"});
  ASSERT_TRUE(writer.BeginSheet(kColumns).ok());
  for (std::size_t row = 2; row <= XlsxWriter::kMaxRows; ++row) {
    writer.BeginRow();
    ASSERT_TRUE(writer.EndRow().ok()) << row;
  }
  for (int attempt = 0; attempt < 2; ++attempt) {
    writer.BeginRow();
    writer.AddText("too much");
    const base::Status status = writer.EndRow();
    ASSERT_FALSE(status.ok());
    EXPECT_EQ(status.error().code, base::Code::kLimit);
    EXPECT_THAT(status.error().message, HasSubstr("1048576"));
  }
  ASSERT_TRUE(writer.BeginSheet(kColumns).ok() && writer.Finish().ok());
  const std::string xml = ZipReader(bytes).Text(kFirstSheet);
  EXPECT_TRUE(xml.ends_with(
      "<row r=\"1048576\"></row></sheetData><autoFilter ref=\"A1:B1048576\"/></worksheet>"));
}

void AddSomeRows(XlsxWriter& writer) {
  for (int row = 0; row < 20'000; ++row) {
    writer.BeginRow();
    writer.AddText("row " + std::to_string(row * row));
    writer.AddNumber(std::to_string(row));
    ASSERT_TRUE(writer.EndRow().ok());
  }
}

TEST(XlsxWriter, TheSameCellsGiveTheSameBytes) {
  EXPECT_TRUE(Workbook(AddSomeRows) == Workbook(AddSomeRows));
}

base::Status WriteSomeRows(ByteSink* sink) {
  XlsxWriter writer(sink, {"Sheet"});
  if (base::Status status = writer.BeginSheet(kColumns); !status.ok()) return status;
  for (int row = 0; row < 20'000; ++row) {
    writer.BeginRow();
    writer.AddNumber(std::to_string(row * row));
    if (base::Status status = writer.EndRow(); !status.ok()) return status;
  }
  return writer.Finish();
}

TEST(XlsxWriter, AnErrorOfTheSinkIsPassedOn) {
  std::string bytes;
  StringSink whole(&bytes);
  ASSERT_TRUE(WriteSomeRows(&whole).ok());
  for (std::size_t room = 0; room < bytes.size(); room += 4'001) {
    FullSink sink(room);
    const base::Status status = WriteSomeRows(&sink);
    ASSERT_FALSE(status.ok()) << room;
    EXPECT_EQ(status.error().message, "the sink is full");
    EXPECT_FALSE(sink.got_bytes_after_error()) << room;
  }
}

}  // namespace
}  // namespace orgreg::formats
