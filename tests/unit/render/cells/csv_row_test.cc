// SPDX-License-Identifier: EUPL-1.2

#include "render/cells/csv_row.h"

#include <algorithm>
#include <fstream>
#include <sstream>

#include "formats/csv_records.h"
#include "formats/json/tree.h"
#include "ingest/imports/unit_stream.h"
#include "unit/render/sample_units.h"

namespace orgreg::render {
namespace {

using model::Kind;

std::string RowOf(const RecordCells& cells) {
  std::string row(MostCsvRowBytes(cells), 'x');
  row.resize(WriteCsvRow(cells, row));
  return row;
}

std::string Row(Kind kind, const std::string& rendered) {
  RecordCells cells(kind);
  EXPECT_TRUE(cells.Read(rendered)) << rendered;
  return RowOf(cells);
}

// The content of the cell under `header`, between its marks, in the row of an entity.
std::string CellText(const std::string& header, const std::string& rendered) {
  const std::string row = Row(Kind::kEntity, rendered);
  std::string file;
  AppendCsvHeader(Kind::kEntity, &file);
  file.append(row);
  formats::MemorySource source(file);
  formats::CsvRecords records(&source);
  std::vector<std::string> headers;
  const auto first = records.Next();
  for (const std::string_view name : (*first)->cells) headers.emplace_back(name);
  const auto second = records.Next();
  EXPECT_EQ((*second)->problem, "") << row;
  const auto at = std::ranges::find(headers, header) - headers.begin();
  return std::string((*second)->cells[static_cast<std::size_t>(at)]);
}

std::string File(Kind kind, const std::vector<model::Unit>& units) {
  std::string out;
  AppendCsvHeader(kind, &out);
  RecordCells cells(kind);
  for (const model::Unit& unit : units) {
    const std::string rendered = Rendered(kind, unit);
    EXPECT_TRUE(cells.Read(rendered)) << rendered;
    out.append(RowOf(cells));
  }
  return out;
}

std::string Stored(const std::string& path) {
  std::ostringstream text;
  text << std::ifstream(std::string(ORGREG_TEST_DATA) + "/" + path, std::ios::binary).rdbuf();
  return std::move(text).str();
}

TEST(CsvRows, AreThePublishedBytesOfEntities) {
  EXPECT_EQ(File(Kind::kEntity, UnitsOfFile(Kind::kEntity, "files/entities.json")),
            Stored("files/entities.csv"));
}

TEST(CsvRows, AreThePublishedBytesOfSubEntities) {
  EXPECT_EQ(File(Kind::kSubEntity, UnitsOfFile(Kind::kSubEntity, "files/sub-entities.json")),
            Stored("files/sub-entities.csv"));
}

TEST(CsvRows, QuoteEveryCellAndDoubleMarksInside) {
  const std::string row =
      Row(Kind::kEntity, R"({"organisasjonsnummer":"1","navn":"a \"b\", c\nd\""})");
  EXPECT_TRUE(row.starts_with("\"1\",\"a \"\"b\"\", c\nd\"\"\",\"\",\"\",")) << row;
  EXPECT_TRUE(row.ends_with(",\"\",\"\"\n")) << row;
}

TEST(CsvRows, JoinLinesByTheirKind) {
  EXPECT_EQ(CellText("postadresse.adresse", R"({"postadresse":{"adresse":["a",null,"","b"]}})"),
            "a\n\nb");
  EXPECT_EQ(CellText("frivilligMvaRegistrertBeskrivelser",
                     R"({"frivilligMvaRegistrertBeskrivelser":["a, b","c"]})"),
            "a, b\nc");
  EXPECT_EQ(CellText("aktivitet", R"({"aktivitet":["Handel","med \"is\""]})"), "Handel med \"is\"");
  EXPECT_EQ(CellText("vedtektsfestetFormaal", R"({"vedtektsfestetFormaal":["a","b"]})"), "a b");
  EXPECT_EQ(CellText("aktivitet", R"({"aktivitet":[]})"), "");
}

TEST(CsvRows, ShowWhetherThereAreNotices) {
  EXPECT_EQ(CellText("paategninger", R"({"paategninger":[{"tekst":"]"}]})"), "YES");
  EXPECT_EQ(CellText("paategninger", R"({"paategninger":[{}]})"), "YES");
  EXPECT_EQ(CellText("paategninger", R"({"paategninger":[]})"), "NO");
  EXPECT_EQ(CellText("paategninger", "{}"), "");
}

TEST(CsvRows, KeepAllDigits) {
  for (const char* text : {"1e5", "30000.5", "12345678901234567.89", "-0.1", "1.005"}) {
    model::Unit unit = {.number = base::OrgNumber(312300028)};
    unit.capital.amount = base::Decimal::Parse(text);
    unit.capital.shares = 9'223'372'036'854'775'807;
    const std::string rendered = Rendered(Kind::kEntity, unit);
    EXPECT_EQ(CellText("kapital.belop", rendered), unit.capital.amount->text());
    EXPECT_EQ(CellText("kapital.antallAksjer", rendered), "9223372036854775807");
  }
}

TEST(CsvRows, FitIntoTheirRoom) {
  RecordCells cells(Kind::kEntity);
  for (const std::size_t size : {1U, 100'000U, 10U}) {
    std::string marks;
    for (std::size_t i = 0; i < size; ++i) marks.append("\\\"");
    const std::string rendered = R"({"organisasjonsnummer":")" + marks + "\"}";
    ASSERT_TRUE(cells.Read(rendered));
    const std::string row = RowOf(cells);
    EXPECT_EQ(static_cast<std::size_t>(std::ranges::count(row, '"')), 2 * size + 180);
  }
}

// Empty cells are written many at once.
TEST(CsvRows, HaveEveryCellHoweverManyAreEmpty) {
  const std::string none = Row(Kind::kEntity, "{}");
  std::string expected;
  for (std::size_t at = 0; at < model::Columns(Kind::kEntity).size(); ++at)
    expected.append(R"("",)");
  expected.back() = '\n';
  EXPECT_EQ(none, expected);
  std::size_t at = 0;
  for (const model::Column& column : model::Columns(Kind::kEntity)) {
    if (column.field->row.kind == model::ValueKind::kText && column.field->group.empty()) {
      const std::string row =
          Row(Kind::kEntity, std::string(R"({")").append(column.field->row.name) + R"(":"x"})");
      EXPECT_EQ(row, std::string(expected).insert(at * 3 + 1, "x"));
    }
    ++at;
  }
}

const formats::JsonValue* MemberOf(const formats::JsonValue* object, std::string_view name) {
  if (object == nullptr) return nullptr;
  for (const formats::JsonValue& item : object->items) {
    if (item.name == name) return &item;
  }
  return nullptr;
}

// The expected cell for a JSON value, computed in another way than the code under test.
std::string Expected(const formats::JsonValue* value, const model::Column& column) {
  using JsonKind = formats::JsonValue::Kind;
  const bool is_notices = column.field->row.list != nullptr;
  if (value == nullptr) return "";
  if (is_notices) return value->items.empty() ? "NO" : "YES";
  if (value->kind != JsonKind::kArray) return std::string(value->text);
  const std::string name(column.field->row.name);
  const char* const joint = name == "aktivitet" || name == "vedtektsfestetFormaal" ? " " : "\n";
  std::string text;
  bool is_first = true;
  for (const formats::JsonValue& line : value->items) {
    if (line.kind != JsonKind::kString) continue;
    if (!is_first) text.append(joint);
    text.append(line.text);
    is_first = false;
  }
  return text;
}

TEST(CsvRows, HoldTheValuesOfTheJson) {
  for (const Kind kind : model::kUnitKinds) {
    const std::vector<model::Unit> units = SampleUnits(kind);
    const std::string file = File(kind, units);
    formats::MemorySource source(file);
    formats::CsvRecords rows(&source);
    ASSERT_TRUE(rows.Next());
    for (const model::Unit& unit : units) {
      const std::string record = Rendered(kind, unit);
      formats::JsonTree tree;
      ASSERT_TRUE(formats::ReadTree(record, &tree));
      const auto row = rows.Next();
      ASSERT_TRUE(row && *row && (*row)->problem.empty());
      for (std::size_t at = 0; at < model::Columns(kind).size(); ++at) {
        const model::Column& column = model::Columns(kind)[at];
        const formats::JsonValue* object = &tree.root;
        if (!column.field->group.empty()) object = MemberOf(object, column.field->group);
        ASSERT_EQ((*row)->cells[at], Expected(MemberOf(object, column.field->row.name), column))
            << column.csv_header << " of " << record;
      }
    }
    EXPECT_FALSE(rows.Next().value().has_value());
  }
}

void KeepAsOneText(const char* joint, model::Lines* lines) {
  if (!*lines) return;
  std::string text;
  bool is_first = true;
  for (const auto& line : **lines) {
    if (!line) continue;
    text.append(is_first ? "" : joint).append(*line);
    is_first = false;
  }
  lines->reset();
  // The import reads a carriage return before the end of a line as a part of the line end.
  text.push_back('\n');
  for (std::size_t at = text.find("\r\n"); at != std::string::npos; at = text.find("\r\n"))
    text.erase(at, 1);
  text.pop_back();
  // A line break inside running text looks like the end of a line.
  if (*joint == ' ') std::ranges::replace(text, '\n', ' ');
  if (!text.empty()) *lines = {{text}};
}

// Lines in one cell come back unchanged, except null ones; the one text of `KeepAsOneText` replaces
// them here.
model::Unit WithoutLosses(Kind kind, model::Unit unit) {
  unit.unknown.clear();
  unit.notices.reset();
  unit.form.expired_on.reset();
  unit.former_names.reset();
  unit.deleted_on.reset();
  unit.state = model::State::kLive;
  for (const model::Column& column : model::Columns(kind)) {
    if (auto* const lines = model::ValueOf<model::Lines>(column.field->row, &unit))
      KeepAsOneText(column.show == model::Show::kRunning ? " " : "\n", lines);
    auto* const text = model::ValueOf<model::Text>(column.field->row, &unit);
    if (text != nullptr && *text && (*text)->empty()) text->reset();
  }
  return unit;
}

TEST(CsvRows, AreReadBackByTheImport) {
  for (const Kind kind : model::kUnitKinds) {
    const std::vector<model::Unit> units = SampleUnits(kind);
    const std::string file = File(kind, units);
    formats::MemorySource source(file);
    auto stream = ingest::OpenUnitStream(kind, &source);
    ASSERT_TRUE(stream);
    for (const model::Unit& unit : units) {
      if (unit.state != model::State::kLive) continue;
      ingest::ReadUnit next;
      const auto read = (*stream)->Next(&next);
      ASSERT_TRUE(read && *read);
      ASSERT_TRUE(next.problems.empty()) << next.problems.front().Text();
      ASSERT_EQ(Rendered(kind, WithoutLosses(kind, next.unit)),
                Rendered(kind, WithoutLosses(kind, unit)));
    }
  }
}

}  // namespace
}  // namespace orgreg::render
