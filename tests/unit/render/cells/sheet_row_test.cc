// SPDX-License-Identifier: EUPL-1.2

#include "render/cells/sheet_row.h"

#include <algorithm>
#include <map>

#include "formats/byte_sink.h"
#include "formats/csv_records.h"
#include "render/cells/csv_row.h"
#include "unit/formats/zip_reader.h"
#include "unit/render/sample_units.h"

namespace orgreg::render {
namespace {

using model::Kind;

// The cells of the only row under the header, by the paths of their columns, as XML after the
// reference of the cell.
std::map<std::string, std::string> SheetCells(Kind kind, const std::string& rendered) {
  std::string bytes;
  formats::StringSink sink(&bytes);
  formats::XlsxWriter writer(&sink, {"Sheet"});
  const auto columns = SheetColumns(kind);
  EXPECT_TRUE(writer.BeginSheet(columns));
  RecordCells cells(kind);
  SheetRows rows;
  EXPECT_TRUE(cells.Read(rendered));
  EXPECT_TRUE(rows.Append(cells, &writer));
  EXPECT_TRUE(writer.Finish());
  const std::string xml = formats::ZipReader(bytes).Text("xl/worksheets/sheet1.xml");
  std::map<std::string, std::string> found;
  for (std::size_t at = 0; at < cells.columns().size(); ++at) {
    std::string reference;
    if (at >= 26) reference.push_back(static_cast<char>('A' + at / 26 - 1));
    reference.push_back(static_cast<char>('A' + at % 26));
    const std::string head = "<c r=\"" + reference + "2\"";
    const std::size_t begin = xml.find(head);
    if (begin == std::string::npos) continue;
    found[cells.columns()[at].field->Path()] =
        xml.substr(begin + head.size(), xml.find("</c>", begin) - begin - head.size());
  }
  return found;
}

bool IsText(const std::string& cell) { return cell.find("<is><t") != std::string::npos; }

// The value of a cell, without its marks.
std::string ValueOf(const std::string& cell) {
  std::string value;
  bool is_inside = true;
  for (const char c : ">" + cell.substr(cell.find('>') + 1)) {
    if (c == '<') is_inside = false;
    if (is_inside && c != '>') value.push_back(c);
    if (c == '>') is_inside = true;
  }
  return value;
}

TEST(SheetRows, HaveACellForEveryField) {
  for (const Kind kind : model::kUnitKinds) {
    const auto cells = SheetCells(kind, Rendered(kind, UnitWithEveryField(kind)));
    for (const model::Column& column : model::Columns(kind))
      EXPECT_TRUE(cells.contains(column.field->Path())) << column.sheet_header;
  }
}

TEST(SheetRows, HaveTypesAsDeclared) {
  auto cells = SheetCells(
      Kind::kEntity,
      R"({"organisasjonsnummer":"012300028","organisasjonsform":{"kode":"AS"},"naeringskode1":{"kode":"01.110"},)"
      R"("antallAnsatte":7,"telefon":"51000000","postadresse":{"postnummer":"0150","kommunenummer":"0301"},)"
      R"("stiftelsesdato":"2000-01-01","konkurs":false,"erIKonsern":true,"sisteInnsendteAarsregnskap":"2024",)"
      R"("overordnetEnhet":"912300028","paategninger":[],"kapital":{"belop":30000.50,"antallAksjer":100}})");
  for (const char* path :
       {"organisasjonsnummer", "organisasjonsform.kode", "naeringskode1.kode", "telefon",
        "postadresse.postnummer", "postadresse.kommunenummer", "overordnetEnhet", "paategninger"}) {
    EXPECT_TRUE(IsText(cells[path])) << path << cells[path];
  }
  EXPECT_EQ(ValueOf(cells["organisasjonsnummer"]), "012300028");
  EXPECT_EQ(ValueOf(cells["naeringskode1.kode"]), "01.110");
  EXPECT_EQ(ValueOf(cells["postadresse.postnummer"]), "0150");
  EXPECT_EQ(ValueOf(cells["paategninger"]), "NO");
  for (const char* path : {"antallAnsatte", "sisteInnsendteAarsregnskap", "kapital.belop",
                           "kapital.antallAksjer", "stiftelsesdato", "konkurs", "erIKonsern"}) {
    EXPECT_FALSE(IsText(cells[path])) << path << cells[path];
  }
  EXPECT_EQ(ValueOf(cells["sisteInnsendteAarsregnskap"]), "2024");
  EXPECT_EQ(ValueOf(cells["kapital.belop"]), "30000.50");
  EXPECT_EQ(ValueOf(cells["stiftelsesdato"]), "36526");
  EXPECT_EQ(ValueOf(cells["konkurs"]), "0");
  EXPECT_EQ(ValueOf(cells["erIKonsern"]), "1");
  EXPECT_FALSE(cells.contains("navn"));
}

TEST(SheetRows, KeepInvalidYearsAsText) {
  for (const char* year : {"", "1e5", "24", "0999", "20245", "20a4"}) {
    auto cells =
        SheetCells(Kind::kEntity, R"({"sisteInnsendteAarsregnskap":")" + std::string(year) + "\"}");
    EXPECT_EQ(ValueOf(cells["sisteInnsendteAarsregnskap"]), year);
    EXPECT_EQ(IsText(cells["sisteInnsendteAarsregnskap"]), *year != '\0') << year;
  }
}

TEST(SheetRows, LoseNoDigits) {
  auto cells = SheetCells(
      Kind::kEntity,
      R"({"kapital":{"belop":12345678901234567.89,"antallAksjer":9223372036854775807}})");
  EXPECT_TRUE(IsText(cells["kapital.belop"]));
  EXPECT_EQ(ValueOf(cells["kapital.belop"]), "12345678901234567.89");
  EXPECT_EQ(ValueOf(cells["kapital.antallAksjer"]), "9223372036854775807");
}

TEST(SheetRows, PutLinesBelowEachOther) {
  auto cells = SheetCells(Kind::kEntity,
                          R"({"postadresse":{"adresse":["a",null,"b"]},"aktivitet":["c","d"]})");
  EXPECT_EQ(ValueOf(cells["postadresse.adresse"]), "a\nb");
  EXPECT_EQ(ValueOf(cells["aktivitet"]), "c\nd");
}

}  // namespace
}  // namespace orgreg::render
