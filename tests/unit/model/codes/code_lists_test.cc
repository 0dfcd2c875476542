// SPDX-License-Identifier: EUPL-1.2

#include "model/codes/code_lists.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>

namespace orgreg::model {
namespace {

TEST(Forms, AreTheFormsOfTheRegister) {
  const auto current =
      std::ranges::count_if(Forms(), [](const FormEntry& form) { return !form.expired_on; });
  EXPECT_EQ(current, 44);
  ASSERT_NE(FindForm("AS"), nullptr);
  EXPECT_EQ(FindForm("AS")->text, "Aksjeselskap");
  EXPECT_EQ(FindForm("BEDR")->used_by, Kind::kSubEntity);
  EXPECT_EQ(FindForm("SÆR")->used_by, Kind::kEntity);
  EXPECT_EQ(FindForm("UTBG")->expired_on, base::Date::Parse("2017-07-17"));
  for (const char* code : {"", "as", "INC", "A", "ASX"}) EXPECT_EQ(FindForm(code), nullptr) << code;
}

// Spec, Vocabulary: Spitsbergen, Bjørnøya and Hopen are part of the Svalbard area 2100.
TEST(Municipalities, HoldTheAreasThatExistToday) {
  EXPECT_EQ(FindMunicipality("2100")->name, "SVALBARD");
  EXPECT_EQ(FindMunicipality("0301")->name, "OSLO");
  for (const char* number : {"2111", "2121", "2131", "301", "9999", ""})
    EXPECT_EQ(FindMunicipality(number), nullptr) << number;
  EXPECT_TRUE(std::ranges::is_sorted(Municipalities(), {}, &MunicipalityEntry::number));
}

TEST(IndustryCodes, AreWellFormedAtEveryLevel) {
  for (const char* code : {"A", "J", "V", "62", "62.0", "62.01", "62.010", "00.000", "99.999"})
    EXPECT_TRUE(IsIndustryCode(code)) << code;
  for (const char* code : {"", "W", "j", "AB", "6", "620", "62.", "62.0100", "49410", "62,010",
                           "62.01O", " 62", "62.010 "}) {
    EXPECT_FALSE(IsIndustryCode(code)) << code;
  }
}

TEST(Industries, FormAHierarchy) {
  for (const Edition edition : {Edition::kSn2007, Edition::kSn2025}) {
    const auto entries = Industries(edition);
    EXPECT_GT(entries.size(), 1700U);
    for (const IndustryEntry& entry : entries) {
      EXPECT_TRUE(IsIndustryCode(entry.code)) << entry.code;
      if (entry.level == 1) continue;
      const auto parent = std::ranges::lower_bound(entries, entry.parent, {}, &IndustryEntry::code);
      ASSERT_TRUE(parent != entries.end() && parent->code == entry.parent) << entry.code;
      EXPECT_EQ(parent->level + 1, entry.level) << entry.code;
    }
  }
}

TEST(SectionOfDivision, FollowsTheCurrentEdition) {
  EXPECT_EQ(SectionOfDivision("62"), "K");
  EXPECT_EQ(SectionOfDivision("45"), "G");  // Only the older edition has it.
  EXPECT_EQ(SectionOfDivision("04"), "");
  EXPECT_EQ(SectionOfDivision(""), "");
  EXPECT_EQ(SectionOfDivision("6"), "");
  EXPECT_EQ(SectionOfDivision("6x"), "");
  EXPECT_EQ(SectionOfDivision("62.010"), "");
}

TEST(Sectors, AreRead) {
  EXPECT_TRUE(std::ranges::any_of(Sectors(),
                                  [](const SectorEntry& sector) { return sector.code == "8200"; }));
}

TEST(RoleCodes, AreThoseOfTheLists) {
  EXPECT_EQ(RoleTypes().size(), 28U);
  EXPECT_EQ(RoleGroupTypes().size(), 19U);
  std::string representatives;
  for (const RoleCode& code : Representatives()) representatives.append(code.code).append(" ");
  EXPECT_EQ(representatives, "A-AK B-AK C-AK AREP ");
  for (const auto codes : {RoleTypes(), RoleGroupTypes(), Representatives()}) {
    for (const RoleCode& code : codes) {
      EXPECT_FALSE(code.code.empty());
      EXPECT_FALSE(code.text.empty()) << code.code;
      EXPECT_EQ(std::ranges::count(codes, code.code, &RoleCode::code), 1) << code.code;
    }
  }
}

TEST(TextOfRoleCode, DependsOnTheList) {
  EXPECT_EQ(TextOfRoleCode(RoleTypes(), "HFOR"), "Oppl om foretaket i hjemlandet");
  EXPECT_EQ(TextOfRoleCode(RoleGroupTypes(), "HFOR"), "Hovedforetak");
  EXPECT_EQ(TextOfRoleCode(RoleTypes(), "FFØR"), "Forretningsfører");
  EXPECT_EQ(TextOfRoleCode(RoleGroupTypes(), "LEDE"), "");
  EXPECT_EQ(TextOfRoleCode(RoleTypes(), "dagl"), "");
  EXPECT_EQ(TextOfRoleCode(RoleTypes(), ""), "");
}

}  // namespace
}  // namespace orgreg::model
