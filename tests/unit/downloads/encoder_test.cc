// SPDX-License-Identifier: EUPL-1.2

// The frames of the files. tests/unit/render tests the rows of each format, tests/property whole
// files of whole registers.

#include "downloads/encoder.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "formats/byte_source.h"
#include "model/limits.h"
#include "model/units/columns.h"
#include "render/record_json.h"
#include "unit/downloads/small_catalog.h"
#include "unit/formats/zip_reader.h"

namespace orgreg::downloads {
namespace {

using model::Kind;

render::PublicText Rendered(const model::Unit& unit, Kind kind = Kind::kEntity) {
  render::PublicText out;
  render::AppendServedRecord(kind, unit, model::kLatestVersion, &out);
  return out;
}

std::string Unpacked(const std::string& packed) {
  formats::MemorySource memory(packed);
  formats::GzipSource source(&memory);
  std::string text;
  std::string piece(100'000, '\0');
  while (true) {
    const auto size = source.Read(piece);
    EXPECT_TRUE(size);
    if (!size || *size == 0) return text;
    text.append(piece, 0, *size);
  }
}

std::string Encode(const EncoderOptions& options, const std::vector<render::PublicText>& records) {
  std::string out;
  formats::StringSink sink(&out);
  const auto encoder = MakeEncoder(options, &sink);
  EXPECT_TRUE(encoder->Begin());
  for (const render::PublicText& record : records) EXPECT_TRUE(encoder->Add(record.form()));
  EXPECT_TRUE(encoder->Finish());
  return out;
}

std::string Json(const std::vector<render::PublicText>& records) {
  return Unpacked(Encode({.format = Format::kJson, .records = records.size()}, records));
}

TEST(JsonEncoder, WritesOneRecordALine) {
  EXPECT_EQ(Json({}), "[\n]\n");
  const std::string one =
      R"({"organisasjonsnummer":"312300028","navn":"EN \"1\"","organisasjonsform":{"kode":"AS")"
      R"(,"beskrivelse":"Aksjeselskap"},"respons_klasse":"Enhet"})";
  const std::string two =
      R"({"organisasjonsnummer":"312306018","navn":"TO\n2","organisasjonsform":{"kode":"AS",)"
      R"("beskrivelse":"Aksjeselskap"},"respons_klasse":"Enhet"})";
  model::Unit first = UnitOf(312'300'028, "EN \"1\"");
  model::Unit second = UnitOf(312'306'018, "TO\n2");
  first.form.text = second.form.text = "Aksjeselskap";
  EXPECT_EQ(Json({Rendered(first)}), "[\n" + one + "\n]\n");
  EXPECT_EQ(Json({Rendered(first), Rendered(second)}), "[\n" + one + ",\n" + two + "\n]\n");
}

TEST(CsvEncoder, BeginsWithTheHeader) {
  for (const Kind kind : model::kUnitKinds) {
    const EncoderOptions options = {.kind = kind, .format = Format::kCsv};
    const std::string empty = Unpacked(Encode(options, {}));
    EXPECT_TRUE(empty.starts_with(R"("organisasjonsnummer","navn","organisasjonsform.kode",)"));
    EXPECT_EQ(std::ranges::count(empty, '\n'), 1);
    EXPECT_EQ(std::ranges::count(empty, ','), std::ssize(model::Columns(kind)) - 1);
    const std::string row =
        Unpacked(Encode(options, {Rendered(UnitOf(312'300'028, "EN \"1\",\n;"), kind)}))
            .substr(empty.size());
    EXPECT_TRUE(row.starts_with("\"312300028\",\"EN \"\"1\"\",\n;\",\"AS\",\"")) << row;
    EXPECT_TRUE(row.ends_with("\"\n")) << row;
  }
}

TEST(CsvEncoder, WritesCellsThatNoSpreadsheetRuns) {
  const std::vector<render::PublicText> records = {Rendered(UnitOf(312'300'028, "=1+1 \"A\"")),
                                                   Rendered(UnitOf(312'306'018, "B-C"))};
  EncoderOptions options = {.format = Format::kCsv};
  const std::string plain = Unpacked(Encode(options, records));
  options.is_sheet_safe = true;
  std::string safe = Unpacked(Encode(options, records));
  const std::string guarded = R"("312300028","'=1+1 ""A""",)";
  ASSERT_NE(safe.find(guarded), std::string::npos) << safe;
  EXPECT_NE(safe.find(R"("312306018","B-C",)"), std::string::npos);
  safe.erase(safe.find('\''), 1);
  EXPECT_EQ(safe, plain);
}

// The names of the sheets, by the workbook's own list.
std::vector<std::string> SheetsOf(const std::string& workbook) {
  const std::string list = formats::ZipReader(workbook).Text("xl/workbook.xml");
  std::vector<std::string> names;
  const std::string mark = "<sheet name=\"";
  for (std::size_t at = list.find(mark); at != std::string::npos; at = list.find(mark, at + 1)) {
    const std::size_t begin = at + mark.size();
    names.push_back(list.substr(begin, list.find('"', begin) - begin));
  }
  return names;
}

using Names = std::vector<std::string>;

// Spec, Download operations, 2.
TEST(SheetEncoder, HasTwoSheetsOfEntities) {
  const std::vector<render::PublicText> records = {Rendered(UnitOf(312'300'028, "EN"))};
  EncoderOptions options = {.format = Format::kSheet, .records = 1};
  EXPECT_EQ(SheetsOf(Encode(options, records)), (Names{"Enheter 1", "Enheter 2"}));
  options.records = 0;
  EXPECT_EQ(SheetsOf(Encode(options, {})), (Names{"Enheter 1", "Enheter 2"}));
  options.is_whole = false;
  EXPECT_EQ(SheetsOf(Encode(options, {})), (Names{"Enheter"}));
}

TEST(SheetEncoder, HasOneSheetOfSubEntities) {
  const EncoderOptions options = {.kind = Kind::kSubEntity, .format = Format::kSheet};
  EXPECT_EQ(SheetsOf(Encode(options, {})), (Names{"Underenheter"}));
}

// A sheet holds 1,048,576 rows with its header.
TEST(SheetEncoder, HasAsManySheetsAsTheRecordsNeed) {
  EncoderOptions options = {.kind = Kind::kSubEntity, .format = Format::kSheet};
  options.records = 1'048'575;
  EXPECT_EQ(SheetsOf(Encode(options, {})), (Names{"Underenheter"}));
  options.records = 1'048'576;
  EXPECT_EQ(SheetsOf(Encode(options, {})), (Names{"Underenheter 1", "Underenheter 2"}));
  options.kind = Kind::kEntity;
  options.records = 2'097'150;
  EXPECT_EQ(SheetsOf(Encode(options, {})).size(), 2U);
  options.records = 2'097'151;
  EXPECT_EQ(SheetsOf(Encode(options, {})).size(), 3U);
}

TEST(Encoder, RejectsInvalidRecords) {
  const render::PublicForm broken("{\"_links\":{\"self\":{\"href\":\"/enheter/1");
  for (const Format format : {Format::kCsv, Format::kSheet}) {
    std::string out;
    formats::StringSink sink(&out);
    const auto encoder = MakeEncoder({.format = format, .records = 1}, &sink);
    ASSERT_TRUE(encoder->Begin());
    const base::Status added = encoder->Add(broken);
    ASSERT_FALSE(added);
    EXPECT_EQ(added.error().code, base::Code::kCorrupt);
  }
}

// A full disk.
class FullSink final : public formats::ByteSink {
 public:
  base::Status Append(std::string_view) override {
    return base::Error{base::Code::kIo, "no space left"};
  }
};

TEST(Encoder, ReportsAFailureOfTheSink) {
  for (const Format format : {Format::kJson, Format::kCsv, Format::kSheet}) {
    FullSink sink;
    const auto encoder = MakeEncoder({.format = format, .records = 1}, &sink);
    base::Status status = encoder->Begin();
    if (status) status = encoder->Add(Rendered(UnitOf(312'300'028, "EN")).form());
    if (status) status = encoder->Finish();
    ASSERT_FALSE(status);
    EXPECT_EQ(status.error().code, base::Code::kIo);
  }
}

TEST(Encoder, GivesTheSameBytesForTheSameRecords) {
  const std::vector<render::PublicText> records = {Rendered(UnitOf(312'300'028, "EN")),
                                                   Rendered(UnitOf(312'306'018, "TO"))};
  for (const Format format : {Format::kJson, Format::kCsv, Format::kSheet}) {
    EXPECT_EQ(Encode({.format = format, .records = 2}, records),
              Encode({.format = format, .records = 2}, records));
  }
}

}  // namespace
}  // namespace orgreg::downloads
