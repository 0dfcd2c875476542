// SPDX-License-Identifier: EUPL-1.2

#include "records/code_list_changes.h"

#include "model/codes/code_list_set.h"
#include "unit/records/in_store.h"

namespace orgreg::records {
namespace {

using model::CodeChange;
using model::CodeList;

class CodeListChanges : public StoredRegister {
 protected:
  ~CodeListChanges() override { model::InstallCodeLists({}); }
};

const std::vector<CodeChange> kTwo = {
    {.list = CodeList::kFormCodes,
     .code = "X1",
     .text = "En, to",
     .retired_on = "2026-01-31",
     .used_by = model::Kind::kSubEntity},
    {.list = CodeList::kSn2025Codes, .code = "04", .text = "Næring", .parent = "J"}};

TEST_F(CodeListChanges, AreKeptAndInstalled) {
  const auto counts = register_->PutCodeChanges(kTwo);
  ASSERT_TRUE(counts) << counts.error().message;
  EXPECT_EQ(counts->added, 2U);
  EXPECT_EQ(Position(), 1);
  EXPECT_NE(model::FindForm("X1"), nullptr);
  model::InstallCodeLists({});
  ASSERT_TRUE(register_->InstallCodeLists());
  EXPECT_EQ(model::FindForm("X1")->expired_on, Day("2026-01-31"));
  EXPECT_EQ(model::SectionOfDivision("04"), "J");
}

TEST_F(CodeListChanges, MakeNoCommitIfNothingIsNew) {
  ASSERT_TRUE(register_->PutCodeChanges(kTwo));
  const auto again = register_->PutCodeChanges(kTwo);
  ASSERT_TRUE(again);
  EXPECT_EQ(again->unchanged, 2U);
  // An entry of the program's own list is not new either.
  const auto known = register_->PutCodeChanges(
      {{.list = CodeList::kFormCodes, .code = "AS", .text = "Aksjeselskap"}});
  EXPECT_EQ(known->unchanged, 1U);
  EXPECT_EQ(Position(), 1);
}

TEST_F(CodeListChanges, LieOverEarlierOnes) {
  ASSERT_TRUE(register_->PutCodeChanges(kTwo));
  const auto counts =
      register_->PutCodeChanges({{.list = CodeList::kFormCodes, .code = "X1", .retired_on = "-"}});
  ASSERT_TRUE(counts);
  EXPECT_EQ(counts->changed, 1U);
  EXPECT_EQ(Position(), 2);
  EXPECT_EQ(model::FindForm("X1")->expired_on, std::nullopt);
  EXPECT_EQ(model::FindForm("X1")->text, "En, to");
  EXPECT_EQ(model::FindForm("X1")->used_by, model::Kind::kSubEntity);
}

TEST_F(CodeListChanges, AreThoseOfTheProgramInAStoreWithoutAny) {
  model::InstallCodeLists({{.list = CodeList::kFormCodes, .code = "X1", .text = "En"}});
  ASSERT_TRUE(register_->InstallCodeLists());
  EXPECT_EQ(model::FindForm("X1"), nullptr);
}

TEST(CodeNote, IsReadAsItWasWritten) {
  const auto read = ParseCodeNote(ToNote(kTwo));
  ASSERT_TRUE(read) << read.error().message;
  EXPECT_EQ(*read, kTwo);
  EXPECT_TRUE(ParseCodeNote("")->empty());
}

TEST(CodeNote, IsRejectedIfItIsInvalid) {
  for (const char* text :
       {"x", "\n", "planets\t1\tMars\t\t\t\n", "sectors\t99\tx\t\t\t\n", "sectors\t9900\tx\t\t\n",
        "sectors\t9900\tx\t\t\t\t\n", "sectors\t9900\tx\ti dag\t\t\n",
        "organisation-forms\tX1\tx\t\tcompany\t\n", "sectors\t\tx\t\t\t\n"}) {
    const auto read = ParseCodeNote(text);
    ASSERT_FALSE(read) << text;
    EXPECT_EQ(read.error().code, base::Code::kCorrupt);
  }
}

TEST_F(CodeListChanges, ThatCannotBeReadAreAnError) {
  ASSERT_TRUE(store_->PutNote(std::string(kCodeListNote), "planets\t1\tMars\t\t\t\n"));
  EXPECT_EQ(register_->InstallCodeLists().error().code, base::Code::kCorrupt);
  EXPECT_EQ(register_->PutCodeChanges(kTwo).error().code, base::Code::kCorrupt);
}

}  // namespace
}  // namespace orgreg::records
