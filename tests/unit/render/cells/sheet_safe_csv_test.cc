// SPDX-License-Identifier: EUPL-1.2

#include "render/cells/sheet_safe_csv.h"

#include <gtest/gtest.h>

namespace orgreg::render {
namespace {

std::string Safe(std::string_view csv) {
  std::string out;
  SheetSafeCsv().Append(csv, &out);
  return out;
}

TEST(SheetSafeCsv, PutsAnApostropheBeforePossibleFormulas) {
  const struct {
    std::string_view plain, safe;
  } cases[] = {
      {R"("=1+1","a")", R"("'=1+1","a")"},
      {R"("+47 55 55 55 55","-5")", R"("'+47 55 55 55 55","'-5")"},
      {"\"@SUM(A1)\",\"\t=1\",\"\r=1\",\"\n=1\"\n",
       "\"'@SUM(A1)\",\"'\t'=1\",\"'\r'=1\",\"'\n'=1\"\n"},
      // Where a semicolon ends cells, the marks are text, and a line of a cell is a row.
      {"\"A;=1+1\",\"Gate 1\n-2\",\"a\t@b;+c;d-e\",\";=x\",\"a;\"\"=b\"\n",
       "\"A;'=1+1\",\"Gate 1\n'-2\",\"a\t'@b;'+c;d-e\",\";'=x\",\"a;\"\"=b\"\n"},
      {R"("=""x"",=1","=")", R"("'=""x"",=1","'=")"},
      {R"("","="
"=","")",
       R"("","'="
"'=","")"},
  };
  for (const auto& one : cases) EXPECT_EQ(Safe(one.plain), one.safe) << one.plain;
}

TEST(SheetSafeCsv, LeavesEverythingElse) {
  for (const std::string_view csv :
       {R"("a","b")", R"("","")", R"("a=1","b-c"," =1","'=1")", "\"a\nb=1\",\"x,=1; =1\"\n\"b\"\n",
        // A mark in the text is doubled, and no cell begins after it.
        R"("""=1""","a"",""=1","""""=1")", R"("Ærlig talt","1.50","2020-01-01","true")", ""}) {
    EXPECT_EQ(Safe(csv), csv);
  }
}

// A stream may be split anywhere.
TEST(SheetSafeCsv, TakesPiecesOfAnySize) {
  const std::string csv =
      "\"h\",\"=h\"\n\"\"\"=1\",\"=\"\"2,=3\"\n\"\",\"-\"\n\"\n=\",\"a;=\n\n-\"\"\"\"\"\n";
  const std::string whole = Safe(csv);
  for (std::size_t first = 0; first <= csv.size(); ++first) {
    for (std::size_t second = first; second <= csv.size(); ++second) {
      SheetSafeCsv safe;
      std::string out;
      safe.Append(csv.substr(0, first), &out);
      safe.Append(csv.substr(first, second - first), &out);
      safe.Append(csv.substr(second), &out);
      ASSERT_EQ(out, whole) << first << " " << second;
    }
  }
}

}  // namespace
}  // namespace orgreg::render
