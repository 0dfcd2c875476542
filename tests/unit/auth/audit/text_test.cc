// SPDX-License-Identifier: EUPL-1.2

#include "auth/audit/text.h"

#include <gtest/gtest.h>

namespace orgreg::auth {
namespace {

std::string Written(std::string_view text) {
  std::string out;
  AppendAuditText(text, &out);
  return out;
}

TEST(AuditText, LeavesPrintableTextAlone) {
  EXPECT_EQ(Written("reg:data/roller a-b_c.d ~!#$%&'()*+,/:;<=>?@[]^`{|}"),
            "reg:data/roller a-b_c.d ~!#$%&'()*+,/:;<=>?@[]^`{|}");
}

TEST(AuditText, CannotEndALineOrAMemberOrCommandATerminal) {
  EXPECT_EQ(Written("a\"b\\c"), R"(a\"b\\c)");
  EXPECT_EQ(Written(std::string_view("a\nb\r\tc\0d", 8)), R"(a\u000ab\u000d\u0009c\u0000d)");
  EXPECT_EQ(Written("\x1b[2J\x7f"), R"(\u001b[2J\u007f)");
  EXPECT_EQ(Written("\xc2\x9b"), R"(\u009b)");      // C1 control.
  EXPECT_EQ(Written("\xe2\x80\xa8"), R"(\u2028)");  // Line separator.
  EXPECT_EQ(Written("\xe2\x80\xae"), R"(\u202e)");  // Right to left.
  EXPECT_EQ(Written("\xf0\x9f\x98\x80"), R"(\ud83d\ude00)");
  EXPECT_EQ(Written("bl\xc3\xa5"), R"(bl\u00e5)");
}

TEST(AuditText, ReplacesBytesThatAreNoText) {
  EXPECT_EQ(Written("a\xff\xfe"), R"(a\ufffd\ufffd)");
  EXPECT_EQ(Written("\xc3"), R"(\ufffd)");
  EXPECT_EQ(Written("\xc3\"b"), R"(\ufffd\"b)");
  EXPECT_EQ(Written("\xc0\x8a"), R"(\ufffd\ufffd)");  // A line end in an overlong form.
  EXPECT_EQ(Written("\xe0\x80\x8a"), R"(\ufffd\ufffd\ufffd)");
  EXPECT_EQ(Written("\xed\xa0\x80"), R"(\ufffd\ufffd\ufffd)");  // Half a pair.
  EXPECT_EQ(Written("\xf4\x90\x80\x80"), R"(\ufffd\ufffd\ufffd\ufffd)");
  EXPECT_EQ(Written("\xf5\x80\x80\x80"), R"(\ufffd\ufffd\ufffd\ufffd)");
}

TEST(AuditText, MasksIdentificationNumbersWherever) {
  EXPECT_EQ(Written("31839950023"), "[number]");
  EXPECT_EQ(Written("41018033370"), "[number]");  // By the rule from 2032.
  EXPECT_EQ(Written("x=31839950023&y"), "x=[number]&y");
  EXPECT_EQ(Written("\"31839950023\""), R"(\"[number]\")");
  EXPECT_EQ(Written("31839950023 01819000553"), "[number] [number]");
}

TEST(AuditText, DoesNotMaskOtherDigits) {
  for (const std::string_view text :
       {"31839950024", "910000012", "3183995002", "318399500230", "131839950023",
        "1:31839950023abcdef31839950023abcdefab", "d3b07384-d113-4ec6-a3b4-31839950023c"}) {
    EXPECT_EQ(Written(text), text);
  }
}

}  // namespace
}  // namespace orgreg::auth
