// SPDX-License-Identifier: EUPL-1.2

#include "render/cadastral_json.h"

#include <gtest/gtest.h>

#include <string>

#include "render/body_json.h"

namespace orgreg::render {
namespace {

using model::CadastralNumber;

const model::CadastralList kList = {
    .number = base::OrgNumber(312300028),
    .units = {{.number = {301, 77, 55, 0, 0}, .id = 1010101, .order = 1},
              {.number = {301, 77, 55, 0, 3}, .id = 10101, .order = 2},
              {.number = {301, 77, 5, 0, 0}, .id = 101010, .order = 3}}};

std::string Kept(const model::CadastralList& list) {
  std::string kept;
  AppendKeptCadastralUnits(list, &kept);
  return kept;
}

// The rows of the units with the id or the number.
template <typename Asked>
std::string Rows(const Asked& asked) {
  const std::string kept = Kept(kList);
  std::string out = "[";
  CadastralUnits(kept).AppendRows(asked, kList.number, &out);
  return out + "]";
}

constexpr std::uint64_t kFirst = 1010101;
constexpr std::uint64_t kSection = 10101;
constexpr std::uint64_t kLast = 101010;

TEST(CadastralJson, WritesARowWithAllValuesAsText) {
  EXPECT_EQ(Rows(kFirst), R"([{"orgnr":"312300028","kommnr":"0301","gaardsnr":"77","bruksnr":"55",)"
                          R"("festenr":"0","matrikkelenhetid":"1010101","rekkefolge":"1"}])");
}

TEST(CadastralJson, WritesASectionIfThereIsOne) {
  EXPECT_EQ(Rows(kSection),
            R"([{"orgnr":"312300028","kommnr":"0301","gaardsnr":"77","bruksnr":"55",)"
            R"("festenr":"0","seksjonsnr":"3","matrikkelenhetid":"10101","rekkefolge":"2"}])");
}

TEST(CadastralJson, FindsOneNumberAndNoOther) {
  EXPECT_EQ(Rows(CadastralNumber{301, 77, 55, 0, 0}), Rows(kFirst));
  EXPECT_EQ(Rows(CadastralNumber{301, 77, 55, 0, 3}), Rows(kSection));
  EXPECT_EQ(Rows(CadastralNumber{301, 77, 5, 0, 0}), Rows(kLast));
  for (const CadastralNumber& other :
       {CadastralNumber{301, 77, 55, 3, 0}, CadastralNumber{301, 7, 55, 0, 0},
        CadastralNumber{301, 77, 555, 0, 0}, CadastralNumber{1301, 77, 55, 0, 0},
        CadastralNumber{301, 77, 55, 0, 33}, CadastralNumber{}}) {
    EXPECT_EQ(Rows(other), "[]");
  }
}

TEST(CadastralJson, FindsAnIdWholly) {
  for (const std::uint64_t id :
       {std::uint64_t{1}, std::uint64_t{1010}, std::uint64_t{10101010}, std::uint64_t{312300028}}) {
    EXPECT_EQ(Rows(id), "[]") << id;
  }
}

TEST(CadastralJson, SeparatesSeveralRows) {
  const base::OrgNumber owner(1);
  const std::string kept = Kept({.number = owner, .units = {{.id = 7}, {.id = 8}, {.id = 7}}});
  std::string out = "[";
  CadastralUnits(kept).AppendRows(std::uint64_t{7}, owner, &out);
  CadastralUnits(kept).AppendRows(std::uint64_t{8}, owner, &out);
  const std::string row =
      R"({"orgnr":"000000001","kommnr":"0000","gaardsnr":"0","bruksnr":"0","festenr":"0",)"
      R"("matrikkelenhetid":"7","rekkefolge":"0"})";
  std::string other = row;
  other[row.find("\"7\"") + 1] = '8';
  EXPECT_EQ(out, "[" + row + "," + row + "," + other);
}

TEST(CadastralJson, FindsNothingAmongNoUnits) {
  std::string out = "[";
  CadastralUnits("").AppendRows(std::uint64_t{7}, base::OrgNumber(1), &out);
  EXPECT_EQ(out, "[");
}

TEST(CadastralJson, PassesOverAUnitThatIsCut) {
  std::string kept = Kept({.number = base::OrgNumber(1), .units = {{.id = 7}, {.id = 7}}});
  kept.pop_back();
  std::string out = "[";
  CadastralUnits(kept).AppendRows(std::uint64_t{7}, base::OrgNumber(1), &out);
  EXPECT_EQ(out.find("},{"), std::string::npos) << out;
}

TEST(CadastralJson, StoresAListWithoutTheOwnerInEachUnit) {
  std::string out;
  AppendBody(model::kCadastralSchema,
             {.number = base::OrgNumber(312300028), .units = {{.id = 7}, {.id = 8}}},
             model::Form::kStored, &out);
  EXPECT_EQ(out, R"({"organisasjonsnummer":"312300028","matrikkelenheter":[{"kommnr":"0000",)"
                 R"("gaardsnr":"0","bruksnr":"0","festenr":"0","matrikkelenhetid":"7",)"
                 R"("rekkefolge":"0"},{"kommnr":"0000","gaardsnr":"0","bruksnr":"0","festenr":"0",)"
                 R"("matrikkelenhetid":"8","rekkefolge":"0"}]})");
}

}  // namespace
}  // namespace orgreg::render
