#include "render/cadastral_json.h"

#include <gtest/gtest.h>

#include <string>

namespace orgreg::render {
namespace {

using model::CadastralNumber;

const model::CadastralList kList = {
    .owner = base::OrgNumber(312300028),
    .units = {{.number = {301, 77, 55, 0, 0}, .id = 1010101, .order = 1},
              {.number = {301, 77, 55, 0, 3}, .id = 10101, .order = 2},
              {.number = {301, 77, 5, 0, 0}, .id = 101010, .order = 3}}};

// The ids are those of the rows that have the mark.
std::string Marked(const std::string& mark) {
  std::string rows;
  AppendCadastralRows(kList, &rows);
  std::string out = "[";
  AppendMarkedRows(rows, mark, &out);
  return out + "]";
}

TEST(CadastralJson, WritesARowWithAllValuesAsText) {
  EXPECT_EQ(Marked(CadastralMark(1010101)),
            R"([{"orgnr":"312300028","kommnr":"0301","gaardsnr":"77","bruksnr":"55",)"
            R"("festenr":"0","matrikkelenhetid":"1010101","rekkefolge":"1"}])");
}

TEST(CadastralJson, WritesASectionWhereThereIsOne) {
  EXPECT_EQ(Marked(CadastralMark(10101)),
            R"([{"orgnr":"312300028","kommnr":"0301","gaardsnr":"77","bruksnr":"55",)"
            R"("festenr":"0","seksjonsnr":"3","matrikkelenhetid":"10101","rekkefolge":"2"}])");
}

TEST(CadastralJson, MarksOneNumberAndNoOther) {
  EXPECT_EQ(Marked(CadastralMark(CadastralNumber{301, 77, 55, 0, 0})),
            Marked(CadastralMark(1010101)));
  EXPECT_EQ(Marked(CadastralMark(CadastralNumber{301, 77, 55, 0, 3})),
            Marked(CadastralMark(10101)));
  EXPECT_EQ(Marked(CadastralMark(CadastralNumber{301, 77, 5, 0, 0})),
            Marked(CadastralMark(101010)));
  for (const CadastralNumber& other :
       {CadastralNumber{301, 77, 55, 3, 0}, CadastralNumber{301, 7, 55, 0, 0},
        CadastralNumber{301, 77, 555, 0, 0}, CadastralNumber{1301, 77, 55, 0, 0},
        CadastralNumber{301, 77, 55, 0, 33}, CadastralNumber{}}) {
    EXPECT_EQ(Marked(CadastralMark(other)), "[]");
  }
}

TEST(CadastralJson, MarksAnIdWholly) {
  for (const std::uint64_t id :
       {std::uint64_t{1}, std::uint64_t{1010}, std::uint64_t{10101010}, std::uint64_t{312300028}}) {
    EXPECT_EQ(Marked(CadastralMark(id)), "[]") << id;
  }
}

TEST(CadastralJson, SeparatesSeveralRows) {
  std::string rows;
  AppendCadastralRows({.owner = base::OrgNumber(1), .units = {{.id = 7}, {.id = 8}, {.id = 7}}},
                      &rows);
  std::string out = "[";
  AppendMarkedRows(rows, CadastralMark(7), &out);
  AppendMarkedRows(rows, CadastralMark(8), &out);
  const std::string row =
      R"({"orgnr":"000000001","kommnr":"0000","gaardsnr":"0","bruksnr":"0","festenr":"0",)"
      R"("matrikkelenhetid":"7","rekkefolge":"0"})";
  std::string other = row;
  other[row.find("\"7\"") + 1] = '8';
  EXPECT_EQ(out, "[" + row + "," + row + "," + other);
}

TEST(CadastralJson, FindsNothingAmongNoRows) {
  std::string out = "[";
  AppendMarkedRows("", CadastralMark(7), &out);
  EXPECT_EQ(out, "[");
}

TEST(CadastralJson, StoresAListWithoutTheOwnerInEachUnit) {
  std::string out;
  AppendCadastralList({.owner = base::OrgNumber(312300028), .units = {{.id = 7}, {.id = 8}}}, &out);
  EXPECT_EQ(out, R"({"organisasjonsnummer":"312300028","matrikkelenheter":[{"kommnr":"0000",)"
                 R"("gaardsnr":"0","bruksnr":"0","festenr":"0","matrikkelenhetid":"7",)"
                 R"("rekkefolge":"0"},{"kommnr":"0000","gaardsnr":"0","bruksnr":"0","festenr":"0",)"
                 R"("matrikkelenhetid":"8","rekkefolge":"0"}]})");
}

}  // namespace
}  // namespace orgreg::render
