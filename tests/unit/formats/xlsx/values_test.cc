// SPDX-License-Identifier: EUPL-1.2

#include "formats/xlsx/values.h"

#include <gtest/gtest.h>

#include <vector>

namespace orgreg::formats {
namespace {

std::string CellText(std::string_view text) {
  std::string out;
  AppendCellText(text, &out);
  return out;
}

struct Escape {
  std::string_view text = {};
  std::string_view written = {};
};

TEST(AppendCellText, HoldsEveryTextInXml) {
  const std::vector<Escape> table = {
      {"", ""},
      {"Blåbærsyltetøy \xF0\x9F\x98\x80", "Blåbærsyltetøy \xF0\x9F\x98\x80"},
      {"<b>&amp;\"'</b>", "&lt;b&gt;&amp;amp;\"'&lt;/b&gt;"},
      {"]]>", "]]&gt;"},
      {"a\tb\nc", "a\tb\nc"},
      // A parser turns any carriage return that is not a reference into a line feed.
      {"a\r\nb\r", "a&#13;\nb&#13;"},
      {"=1+1", "=1+1"},
      {"\x7F", "\x7F"},
      // Characters that XML cannot hold.
      {std::string_view("\0", 1), "_x0000_"},
      {"a\x01z\x1F", "a_x0001_z_x001F_"},
      {"\x0B\x0C", "_x000B__x000C_"},
      {"\xEF\xBF\xBE\xEF\xBF\xBF", "_xFFFE__xFFFF_"},
      // Neighbours of such characters, and truncated sequences.
      {"\xEF\xBF\xBD\xEF\xBE\xBE\xEF\xBB\xBF", "\xEF\xBF\xBD\xEF\xBE\xBE\xEF\xBB\xBF"},
      {"\xEF\xBF", "\xEF\xBF"},
      {"\xEF", "\xEF"},
      // Text that looks like a code.
      {"_x0041_", "_x005F_x0041_"},
      {"_xaBcD_", "_x005F_xaBcD_"},
      {"__x0041__", "__x005F_x0041__"},
      {"_x005F_", "_x005F_x005F_"},
      {"_x0041_x0042_", "_x005F_x0041_x005F_x0042_"},
      {"_x0041\x01", "_x005F_x0041_x0001_"},
      {"_x0041\xEF\xBF\xBF", "_x005F_x0041_xFFFF_"},
      // Text that does not.
      {"_", "_"},
      {"_x0041", "_x0041"},
      {"_x004_", "_x004_"},
      {"_x00411_", "_x00411_"},
      {"_X0041_", "_X0041_"},
      {"_x00g1_", "_x00g1_"},
      {"_x0041&", "_x0041&amp;"},
      {"_x0041\n", "_x0041\n"},
      {"snake_case_name", "snake_case_name"},
  };
  for (const Escape& row : table) EXPECT_EQ(CellText(row.text), row.written) << row.text;
}

// Plain bytes are searched many at a time, so each position in a text is a separate case.
TEST(AppendCellText, EscapesAnywhereInAText) {
  const std::vector<Escape> table = {
      {"&", "&amp;"}, {"<", "&lt;"}, {">", "&gt;"}, {"\r", "&#13;"}, {"\x02", "_x0002_"}};
  for (const Escape& row : table) {
    for (std::size_t before = 0; before < 50; ++before) {
      const std::string start(before, '~');
      for (const std::size_t after : {0U, 1U, 7U, 8U, 15U, 16U, 40U}) {
        const std::string end(after, '?');
        EXPECT_EQ(CellText(start + std::string(row.text) + end),
                  start + std::string(row.written) + end);
      }
    }
  }
}

TEST(HasEdgeSpace, LooksAtBothEnds) {
  for (const std::string_view text : {" a", "a ", "\na", "a\n", "\ta", "a\r", " "}) {
    EXPECT_TRUE(HasEdgeSpace(text)) << text;
  }
  for (const std::string_view text : {"", "a", "a b", "a\nb", "\xC2\xA0", "æ"}) {
    EXPECT_FALSE(HasEdgeSpace(text)) << text;
  }
}

TEST(IsCellNumber, AcceptsNumbersThatACellKeeps) {
  for (const std::string_view text : {"0", "-1", "974760673", "1.5", "-0.25", "999999999999999",
                                      "12345678901.50", "1e5", "1.5E+10", "2e-3", "1e308"}) {
    EXPECT_TRUE(IsCellNumber(text)) << text;
  }
}

TEST(IsCellNumber, LeavesOthersToBeText) {
  for (const std::string_view text :
       {"", "-", "+1", "1.", ".5", "1..2", "1.2.3", "01", "0301", "-01", "1,5", " 1", "1 ", "1e",
        "1e+", "e5", "1e5.0", "1e+-5", "0x10", "NaN", "Infinity", "abc", "1</v>", "1\n",
        // More digits than are exact, and larger than the range.
        "1234567890123456", "0.1234567890123456", "1e309", "-1e400", "1e-400",
        "1e99999999999999999999"}) {
    EXPECT_FALSE(IsCellNumber(text)) << text;
  }
}

}  // namespace
}  // namespace orgreg::formats
