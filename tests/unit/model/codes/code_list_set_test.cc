// SPDX-License-Identifier: EUPL-1.2

#include "model/codes/code_list_set.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <string>
#include <thread>
#include <vector>

#include "model/codes/per_code_lists.h"
#include "model/registers/reference_list.h"

namespace orgreg::model {
namespace {

// The lists of the program are installed again after each test.
class InstalledLists : public ::testing::Test {
 protected:
  ~InstalledLists() override { InstallCodeLists({}); }
};

std::vector<std::string> CodesOf(std::span<const VoluntaryCode> codes) {
  std::vector<std::string> texts;
  for (const VoluntaryCode& code : codes) texts.emplace_back(code.code);
  return texts;
}

TEST_F(InstalledLists, AddCodes) {
  InstallCodeLists({{.list = CodeList::kFormCodes,
                     .code = "XAV",
                     .text = "Avdeling",
                     .used_by = Kind::kSubEntity},
                    {.list = CodeList::kSectorCodes, .code = "9900", .text = "Sektor"},
                    {.list = CodeList::kMunicipalityCodes, .code = "0100", .text = "FØRST"},
                    {.list = CodeList::kRoleTypeCodes, .code = "XROL", .text = "Rolle"},
                    {.list = CodeList::kInformationTypeCodes, .code = "x.y"}});
  ASSERT_NE(FindForm("XAV"), nullptr);
  EXPECT_EQ(FindForm("XAV")->used_by, Kind::kSubEntity);
  EXPECT_TRUE(std::ranges::is_sorted(Forms(), {}, &FormEntry::code));
  EXPECT_EQ(BreachOf(Rule::kOrganisationForm, "XAV"), "");
  EXPECT_EQ(TextOfSector("9900"), "Sektor");
  EXPECT_EQ(Municipalities().front().name, "FØRST");
  EXPECT_EQ(RoleTypes().back().code, "XROL");
  EXPECT_EQ(TextOfRoleCode(RoleTypes(), "XROL"), "Rolle");
  EXPECT_NE(FindInformationType("x.y"), nullptr);
  EXPECT_EQ(FormList().items.back().values[0], "XAV");
}

TEST_F(InstalledLists, ChangeOnlyTheGivenMembers) {
  InstallCodeLists({{.list = CodeList::kFormCodes, .code = "AS", .retired_on = "2030-01-01"},
                    {.list = CodeList::kFormCodes, .code = "UTBG", .retired_on = "-"},
                    {.list = CodeList::kFormCodes, .code = "AS", .text = "Selskap"}});
  EXPECT_EQ(FindForm("AS")->text, "Selskap");
  EXPECT_EQ(FindForm("AS")->expired_on, base::Date::Parse("2030-01-01"));
  EXPECT_EQ(FindForm("UTBG")->expired_on, std::nullopt);
  EXPECT_EQ(FindForm("UTBG")->text, "Frivillig registrert utleiebygg");
  EXPECT_EQ(FindForm("ASA")->text, "Allmennaksjeselskap");
}

TEST_F(InstalledLists, GoWhenOthersAreInstalled) {
  const std::string_view before = FindForm("AS")->text;
  InstallCodeLists({{.list = CodeList::kFormCodes, .code = "X1", .text = "En"},
                    {.list = CodeList::kFormCodes, .code = "AS", .text = "Selskap"}});
  const FormEntry* const form = FindForm("X1");
  const ReferenceList& list = FormList();
  InstallCodeLists({});
  EXPECT_EQ(FindForm("X1"), nullptr);
  EXPECT_EQ(FindForm("AS")->text, before);
  // Earlier results stay as they were.
  EXPECT_EQ(form->text, "En");
  EXPECT_EQ(list.items.size(), FormList().items.size() + 1);
}

TEST_F(InstalledLists, PutDivisionsIntoSections) {
  EXPECT_EQ(SectionOfDivision("04"), "");
  InstallCodeLists({{.list = CodeList::kSn2025Codes, .code = "04.1", .text = "Under"},
                    {.list = CodeList::kSn2025Codes, .code = "04", .text = "Over", .parent = "J"},
                    {.list = CodeList::kSn2025Codes, .code = "62", .parent = "A"}});
  EXPECT_EQ(SectionOfDivision("04"), "J");
  EXPECT_EQ(SectionOfDivision("62"), "A");
  EXPECT_EQ(SectionOfDivision("61"), "K");
  EXPECT_EQ(TextOfIndustry("04.1"), "Under");
  const auto entries = Industries(Edition::kSn2025);
  const auto under = std::ranges::find(entries, "04.1", &IndustryEntry::code);
  EXPECT_EQ(under->parent, "04");
  EXPECT_EQ(under->level, 3);
}

TEST_F(InstalledLists, KeepTheOrderOfCategories) {
  const std::vector<std::string> before = CodesOf(Categories());
  EXPECT_EQ(before[45], "14100");
  InstallCodeLists({{.list = CodeList::kCategoryCodes, .code = "10050", .text = "Ny"}});
  std::vector<std::string> after = CodesOf(Categories());
  const auto added = std::ranges::find(after, "10050");
  ASSERT_NE(added, after.end());
  EXPECT_EQ(*std::prev(added), "10");
  after.erase(added);
  EXPECT_EQ(after, before);
}

// An index is rebuilt if it depends on a changed list, and only then.
TEST(CodeLists, HaveAFingerprintForEachKind) {
  const CodeLists none({});
  const auto differs = [&](const CodeChange& change) {
    const CodeLists lists({change});
    std::string kinds;
    for (const Kind kind : kKinds) {
      if (lists.FingerprintFor(kind) != none.FingerprintFor(kind))
        kinds.append(RowOf(kind).one).append(" ");
    }
    return kinds;
  };
  EXPECT_EQ(differs({.list = CodeList::kSectorCodes, .code = "9900", .text = "x"}), "");
  EXPECT_EQ(differs({.list = CodeList::kFormCodes, .code = "X1", .text = "x"}), "roles party ");
  EXPECT_EQ(differs({.list = CodeList::kMunicipalityCodes, .code = "9901", .text = "x"}), "party ");
  EXPECT_EQ(differs({.list = CodeList::kRoleTypeCodes, .code = "X1", .text = "x"}), "roles ");
  EXPECT_EQ(differs({.list = CodeList::kCategoryCodes, .code = "1100", .text = "x"}),
            "voluntary-organisation ");
  EXPECT_EQ(differs({.list = CodeList::kSn2025Codes, .code = "62", .text = "x"}), "");
  EXPECT_EQ(differs({.list = CodeList::kSn2025Codes, .code = "62", .parent = "A"}),
            "entity sub-entity ");
}

TEST(IsRetired, CountsFromTheDay) {
  EXPECT_FALSE(IsRetired(std::nullopt));
  EXPECT_TRUE(IsRetired(base::Date::Parse("2020-01-01")));
  EXPECT_FALSE(IsRetired(base::Date::Parse("9999-12-31")));
}

TEST(BreachOfCode, NamesWhatIsWrong) {
  for (const char* code : {"AS", "SÆR", "X-AK"})
    EXPECT_EQ(BreachOfCode(CodeList::kFormCodes, code), "");
  for (const char* code : {"", "A S", "A,S", "A/S", "A\tS"})
    EXPECT_NE(BreachOfCode(CodeList::kFormCodes, code), "") << code;
  EXPECT_NE(BreachOfCode(CodeList::kFormCodes, std::string(65, 'X')), "");
  EXPECT_NE(BreachOfCode(CodeList::kSectorCodes, "990"), "");
  EXPECT_NE(BreachOfCode(CodeList::kSn2025Codes, "6210"), "");
  EXPECT_NE(BreachOfCode(CodeList::kCategoryCodes, "110000"), "");
  EXPECT_EQ(BreachOfCode(CodeList::kCategoryCodes, "14100"), "");
}

// Readers on other threads see whole lists, whatever is installed meanwhile.
TEST_F(InstalledLists, AreReadWhileOthersAreInstalled) {
  std::atomic<bool> stop = false;
  std::atomic<int> wrong = 0;
  std::vector<std::thread> readers;
  for (int i = 0; i < 2; ++i) {
    readers.emplace_back([&] {
      while (!stop) {
        const FormEntry* const form = FindForm("AS");
        if (form == nullptr || (form->text != "Aksjeselskap" && form->text != "Selskap")) ++wrong;
        if (FormList().items.size() < 46 - 1) ++wrong;
      }
    });
  }
  for (int i = 0; i < 20; ++i) {
    InstallCodeLists({{.list = CodeList::kFormCodes, .code = "AS", .text = "Selskap"}});
    InstallCodeLists({});
  }
  stop = true;
  for (std::thread& reader : readers) reader.join();
  EXPECT_EQ(wrong, 0);
}

}  // namespace
}  // namespace orgreg::model
