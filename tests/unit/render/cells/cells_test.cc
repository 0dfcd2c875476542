// SPDX-License-Identifier: EUPL-1.2

#include "render/cells/cells.h"

#include <algorithm>
#include <vector>

#include "model/limits.h"
#include "unit/render/sample_units.h"

namespace orgreg::render {
namespace {

using model::Kind;

const Cell& CellOf(const RecordCells& cells, const std::string& path) {
  const auto columns = cells.columns();
  for (std::size_t at = 0; at < columns.size(); ++at) {
    if (columns[at].field->Path() == path) return cells.cells()[at];
  }
  ADD_FAILURE() << path;
  return cells.cells().front();
}

std::vector<std::string> Lines(const RecordCells& cells, const std::string& path) {
  std::vector<std::string> lines;
  for (const std::string_view line : cells.LinesOf(CellOf(cells, path))) lines.emplace_back(line);
  return lines;
}

std::string TextOf(const std::string& path, const std::string& json) {
  RecordCells cells(Kind::kEntity);
  EXPECT_TRUE(cells.Read(json)) << json;
  return std::string(CellOf(cells, path).text);
}

bool IsRead(const std::string& json) { return RecordCells(Kind::kEntity).Read(json); }

TEST(RecordCells, HaveEveryField) {
  for (const Kind kind : model::kUnitKinds) {
    const std::string rendered = Rendered(kind, UnitWithEveryField(kind));
    RecordCells cells(kind);
    ASSERT_TRUE(cells.Read(rendered));
    for (std::size_t at = 0; at < cells.cells().size(); ++at)
      EXPECT_NE(cells.cells()[at].kind, Cell::Kind::kEmpty) << cells.columns()[at].csv_header;
  }
}

TEST(RecordCells, AreTheSameWithLinksAndWithout) {
  const model::Unit unit = UnitWithEveryField(Kind::kEntity);
  PublicText linked;
  AppendServedRecord(Kind::kEntity, unit, model::kLatestVersion, &linked);
  const std::string plain = Rendered(Kind::kEntity, unit);
  RecordCells a(Kind::kEntity);
  RecordCells b(Kind::kEntity);
  ASSERT_TRUE(a.Read(linked.text) && b.Read(plain));
  for (std::size_t at = 0; at < a.cells().size(); ++at) {
    EXPECT_EQ(a.cells()[at].text, b.cells()[at].text);
    EXPECT_EQ(a.cells()[at].kind, b.cells()[at].kind);
    EXPECT_TRUE(std::ranges::equal(a.LinesOf(a.cells()[at]), b.LinesOf(b.cells()[at])));
  }
}

TEST(RecordCells, HoldValuesByType) {
  RecordCells cells(Kind::kEntity);
  ASSERT_TRUE(cells.Read(
      R"({"organisasjonsnummer":"312300028","organisasjonsform":{"kode":"AS"},"konkurs":false,)"
      R"("erIKonsern":true,"paategninger":[],"kapital":{"belop":12345678901234567.25,"antallAksjer":2556807512}})"));
  EXPECT_EQ(CellOf(cells, "organisasjonsnummer").kind, Cell::Kind::kText);
  EXPECT_EQ(CellOf(cells, "organisasjonsform.kode").text, "AS");
  EXPECT_EQ(CellOf(cells, "konkurs").kind, Cell::Kind::kFlag);
  EXPECT_FALSE(CellOf(cells, "konkurs").flag);
  EXPECT_TRUE(CellOf(cells, "erIKonsern").flag);
  EXPECT_EQ(CellOf(cells, "paategninger").kind, Cell::Kind::kNotices);
  EXPECT_FALSE(CellOf(cells, "paategninger").flag);
  EXPECT_EQ(CellOf(cells, "kapital.belop").kind, Cell::Kind::kAmount);
  EXPECT_EQ(CellOf(cells, "kapital.belop").text, "12345678901234567.25");
  EXPECT_EQ(CellOf(cells, "kapital.antallAksjer").kind, Cell::Kind::kCount);
  EXPECT_EQ(CellOf(cells, "navn").kind, Cell::Kind::kEmpty);
}

TEST(RecordCells, DecodeJsonEscapes) {
  EXPECT_EQ(TextOf("navn", R"({"navn":"\"\\\b\f\n\r\t\u0001\u001F"})"), "\"\\\b\f\n\r\t\x01\x1F");
  EXPECT_EQ(TextOf("navn", R"({"navn":"\\"})"), "\\");
  EXPECT_EQ(TextOf("navn", R"({"navn":"\\\\\\\""})"), "\\\\\\\"");
  EXPECT_EQ(TextOf("navn", R"({"navn":"","hjemmeside":"\\"})"), "");
  EXPECT_EQ(TextOf("navn", R"({"navn":"{\"navn\":\"x\"}"})"), R"({"navn":"x"})");
}

// Blocks of 64 bytes are read together.
TEST(RecordCells, DecodeEscapesWhereverTheyStand) {
  for (std::size_t before = 0; before < 140; ++before) {
    for (const char* escape : {R"(\")", R"(\\)", R"(\\\\\")", R"(\u0002)"}) {
      const std::string padding(before, 'x');
      const std::string json =
          R"({"hjemmeside":")" + padding + escape + R"(","telefon":")" + padding + "\"}";
      std::string expected = padding;
      for (std::string_view rest = escape; !rest.empty(); rest.remove_prefix(2)) {
        if (rest[1] == 'u') {
          expected.push_back('\x02');
          break;
        }
        expected.push_back(rest[1]);
      }
      ASSERT_EQ(TextOf("hjemmeside", json), expected) << json;
      ASSERT_EQ(TextOf("telefon", json), padding) << json;
    }
  }
}

TEST(RecordCells, KeepEmptyLinesAndLeaveOutNullOnes) {
  RecordCells cells(Kind::kEntity);
  ASSERT_TRUE(cells.Read(
      R"({"postadresse":{"adresse":[null,"a","","\"b\"",null]},"aktivitet":[],"vedtektsfestetFormaal":[null]})"));
  EXPECT_EQ(Lines(cells, "postadresse.adresse"), (std::vector<std::string>{"a", "", "\"b\""}));
  EXPECT_EQ(CellOf(cells, "aktivitet").kind, Cell::Kind::kLines);
  EXPECT_TRUE(Lines(cells, "aktivitet").empty());
  EXPECT_TRUE(Lines(cells, "vedtektsfestetFormaal").empty());
}

TEST(RecordCells, PassOverMembersWithoutAColumn) {
  for (const Kind kind : model::kUnitKinds) {
    const model::Unit known = UnitWithEveryField(kind);
    model::Unit more = known;
    AddUnknownMembers(&more);
    const std::string with = Rendered(kind, more);
    const std::string without = Rendered(kind, known);
    RecordCells a(kind);
    RecordCells b(kind);
    ASSERT_TRUE(a.Read(with) && b.Read(without));
    for (std::size_t at = 0; at < a.cells().size(); ++at) {
      EXPECT_EQ(a.cells()[at].text, b.cells()[at].text) << a.columns()[at].csv_header;
      EXPECT_EQ(a.cells()[at].flag, b.cells()[at].flag) << a.columns()[at].csv_header;
    }
  }
}

TEST(RecordCells, ForgetTheRecordBefore) {
  const std::string full = Rendered(Kind::kEntity, UnitWithEveryField(Kind::kEntity));
  RecordCells cells(Kind::kEntity);
  ASSERT_TRUE(cells.Read(full));
  ASSERT_TRUE(cells.Read(R"({"navn":"x"})"));
  for (std::size_t at = 0; at < cells.cells().size(); ++at) {
    const bool is_name = cells.columns()[at].field->Path() == "navn";
    EXPECT_EQ(cells.cells()[at].kind == Cell::Kind::kEmpty, !is_name);
  }
}

// The order of the members before is only a guess.
TEST(RecordCells, ReadMembersInAnyOrder) {
  RecordCells cells(Kind::kEntity);
  const std::string address = R"("postadresse":{"land":"a","poststed":"b"})";
  const std::string turned = R"("postadresse":{"poststed":"b","land":"a"})";
  const std::string name = R"("navn":"x")";
  for (const std::string& json :
       {"{" + name + "," + address + "}", "{" + turned + "," + name + "}",
        "{" + address + R"(,"ukjent":"z",)" + name + "}", "{" + turned + "," + name + "}"}) {
    ASSERT_TRUE(cells.Read(json));
    EXPECT_EQ(CellOf(cells, "navn").text, "x") << json;
    EXPECT_EQ(CellOf(cells, "postadresse.land").text, "a") << json;
    EXPECT_EQ(CellOf(cells, "postadresse.poststed").text, "b") << json;
    EXPECT_EQ(CellOf(cells, "forretningsadresse.land").kind, Cell::Kind::kEmpty) << json;
  }
  // A member of another object is not the one that was guessed.
  ASSERT_TRUE(cells.Read(R"({"navn":"x","land":"y"})"));
  EXPECT_EQ(CellOf(cells, "postadresse.land").kind, Cell::Kind::kEmpty);
}

TEST(RecordCells, RejectTextsThatWereNotRendered) {
  EXPECT_TRUE(IsRead("{}"));
  for (const char* json : {"",
                           "{",
                           "}",
                           "[]",
                           "{}{}",
                           "{} ",
                           R"({"navn"})",
                           R"({"navn":})",
                           R"({"navn":"x")",
                           R"({"navn":"x})",
                           R"({"navn":"x\"})",
                           R"({"navn":"x",})",
                           R"({"navn":1})",
                           R"({"navn":null})",
                           R"({"navn": "x"})",
                           R"({"navn":"\u00e5"})",
                           R"({"navn":"\ud83d"})",
                           R"({"navn":"\u00"})",
                           R"({"navn":"\x"})",
                           R"({"konkurs":"true"})",
                           R"({"konkurs":tru})",
                           R"({"antallAnsatte":"7"})",
                           R"({"antallAnsatte":})",
                           R"({"postadresse":"x"})",
                           R"({"postadresse":{"adresse":"x"}})",
                           R"({"postadresse":{"adresse":["x"}})",
                           R"({"postadresse":{"adresse":["x",]}})",
                           R"({"postadresse":{"adresse":[1]}})",
                           R"({"paategninger":true})",
                           R"({"paategninger":[})",
                           R"({"ukjent":[{})",
                           R"({"ukjent":})",
                           R"({\"navn":"x"})"}) {
    EXPECT_FALSE(IsRead(json)) << json;
  }
}

TEST(RecordCells, RefuseRecordsThatAreCutOff) {
  const std::string rendered = Rendered(Kind::kEntity, UnitWithEveryField(Kind::kEntity));
  for (std::size_t size = 0; size < rendered.size(); ++size)
    ASSERT_FALSE(IsRead(rendered.substr(0, size))) << size;
}

// Checks only that nothing is read or written out of bounds; the sanitizers report it.
TEST(RecordCells, SurviveDamage) {
  const std::string rendered = Rendered(Kind::kSubEntity, UnitWithEveryField(Kind::kSubEntity));
  RecordCells cells(Kind::kSubEntity);
  std::size_t refused = 0;
  for (std::size_t at = 0; at < rendered.size(); ++at) {
    for (const char damage : {'"', '\\', '{', ']', ',', '\0'}) {
      std::string damaged = rendered;
      damaged[at] = damage;
      refused += cells.Read(damaged) ? 0 : 1;
    }
  }
  EXPECT_GT(refused, 0U);
}

}  // namespace
}  // namespace orgreg::render
