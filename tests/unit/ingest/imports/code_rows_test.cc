// SPDX-License-Identifier: EUPL-1.2

#include "ingest/imports/code_rows.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "model/codes/code_list_set.h"

namespace orgreg::ingest {
namespace {

using model::CodeList;

const std::string kHeader = "list,code,text,retired_on,used_by,parent\n";

// The complaint about a file with one bad row or more; empty if there is none.
std::string Complaint(const std::string& rows) {
  const std::string text = kHeader + rows;
  formats::MemorySource source(text);
  CodeRows read(&source);
  const base::Status status = read.Read();
  if (!status) return "error: " + status.error().message;
  std::string all;
  for (const std::string& line : read.Complaints()) all.append(line).append("\n");
  return all;
}

TEST(CodeRows, AreReadInAnyOrderOfColumns) {
  const std::string text =
      "\xEF\xBB\xBFtext,code,list\r\n\"En, \"\"to\"\"\",X1,organisation-forms\r\n";
  formats::MemorySource source(text);
  CodeRows rows(&source);
  ASSERT_TRUE(rows.Read());
  EXPECT_TRUE(rows.Complaints().empty());
  ASSERT_EQ(rows.changes().size(), 1U);
  EXPECT_EQ(rows.changes()[0],
            (model::CodeChange{.list = CodeList::kFormCodes, .code = "X1", .text = "En, \"to\""}));
}

TEST(CodeRows, TakeEveryColumn) {
  const std::string text = kHeader +
                           "organisation-forms,X1,En,2026-01-31,sub-entity,\n"
                           "organisation-forms,UTBG,,-,,\n"
                           "industries-sn2025,04.1,Under,,,04\n"
                           "industries-sn2025,04,Over,,,J\n";
  formats::MemorySource source(text);
  CodeRows rows(&source);
  ASSERT_TRUE(rows.Read());
  EXPECT_TRUE(rows.Complaints().empty()) << rows.Complaints().front();
  ASSERT_EQ(rows.changes().size(), 4U);
  EXPECT_EQ(rows.changes()[0].used_by, model::Kind::kSubEntity);
  EXPECT_EQ(rows.changes()[0].retired_on, "2026-01-31");
  EXPECT_EQ(rows.changes()[1].retired_on, model::kNotRetired);
  EXPECT_EQ(rows.changes()[3].parent, "J");
  EXPECT_EQ(rows.read(), 4U);
}

TEST(CodeRows, NameEveryProblemOfARow) {
  EXPECT_EQ(
      Complaint("organisation-forms,A B,\" \",i dag,company,J\n"),
      "line 2: code: holds a space, a comma or a slash; text: is blank; retired_on: is neither "
      "a day (yyyy-MM-dd) nor -; used_by: is neither entity nor sub-entity; parent: is for "
      "industrial codes only\n");
}

TEST(CodeRows, NameEveryBadRow) {
  EXPECT_EQ(Complaint("sectors,1,x,,,\nsectors,9900,god,,,\nplanets,1,Mars,,,\n"),
            "line 2: code: is not four digits\n"
            "line 4: list: \"planets\" is not a list of codes\n");
}

TEST(CodeRows, AreCheckedAgainstTheListsAndEachOther) {
  EXPECT_EQ(Complaint("organisation-forms,AS,,2030-01-01,,\n"), "");
  EXPECT_EQ(Complaint("information-types,x.y,,,,\n"), "");
  EXPECT_EQ(Complaint("organisation-forms,X1,,,,\n"),
            "line 2: text: is missing, and the code is new\n");
  EXPECT_EQ(Complaint("industries-sn2025,04,x,,,\n"),
            "line 2: parent: is missing: a new division needs its section\n");
  EXPECT_EQ(Complaint("industries-sn2025,04.1,x,,,\n"), "line 2: parent: 04 is not in the list\n");
  EXPECT_EQ(Complaint("industries-sn2025,04,x,,,01\n"),
            "line 2: parent: is not the letter of a section\n");
  EXPECT_EQ(Complaint("industries-sn2025,62.1,x,,,61\n"), "line 2: parent: must be 62\n");
  EXPECT_EQ(Complaint("industries-sn2025,J,x,,,A\n"),
            "line 2: parent: is given, but a section has none\n");
  EXPECT_EQ(Complaint("sectors,9900,x,,,\nsectors,9900,y,,,\n"),
            "line 3: code: is in line 2 too\n");
}

TEST(CodeRows, RepeatNoIdentificationNumber) {
  const std::string said = Complaint(
      "01810110089,X1,x,,,\norganisation-forms,01810110089,x,,,\n"
      "organisation-forms,X1,hos 01810110089,,,\n");
  EXPECT_EQ(said.find("01810110089"), std::string::npos) << said;
  EXPECT_EQ(std::ranges::count(said, '\n'), 3) << said;
}

TEST(CodeRows, RejectOtherFiles) {
  for (const char* text : {"", "kode,tekst\nAS,x\n", "list,text\n", "code\n", "list,code,list\n",
                           "[{\"list\":\"sectors\"}]", "<x/>", "list;code\nsectors;9900\n"}) {
    formats::MemorySource source(text);
    CodeRows rows(&source);
    const base::Status status = rows.Read();
    ASSERT_FALSE(status) << text;
    EXPECT_EQ(status.error().code, base::Code::kInvalid) << text;
  }
}

TEST(CodeRows, RejectTruncatedFiles) {
  EXPECT_NE(Complaint("sectors,9900,\"x").find("error: "), std::string::npos);
  EXPECT_NE(Complaint("sectors,9900").find("error: "), std::string::npos);
  EXPECT_EQ(Complaint("sectors,9900,x\nsectors,9901,x,,,\n"),
            "line 2: has more or fewer cells than the header\n");
}

}  // namespace
}  // namespace orgreg::ingest
