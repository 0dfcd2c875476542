// SPDX-License-Identifier: EUPL-1.2

#include "model/codes/code_successors.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <functional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "model/codes/code_lists.h"

namespace orgreg::model {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

TEST(SuccessorsOfMunicipality, AreThoseThatHaveTheArea) {
  EXPECT_THAT(SuccessorsOfMunicipality("1201"), ElementsAre("4601"));
  EXPECT_THAT(SuccessorsOfMunicipality("3001"), ElementsAre("3101"));
  EXPECT_THAT(SuccessorsOfMunicipality("1507"), ElementsAre("1508", "1580"));
  EXPECT_THAT(SuccessorsOfMunicipality("1613"), ElementsAre("5055", "5056", "5059"));
  // A part with a post town went elsewhere.
  EXPECT_THAT(SuccessorsOfMunicipality("0720"), ElementsAre("3905", "3907"));
  EXPECT_THAT(SuccessorsOfMunicipality("1439"), ElementsAre("4602", "4649"));
  for (const char* number : {"0301", "4601", "9999", "", "12", "12011"}) {
    EXPECT_THAT(SuccessorsOfMunicipality(number), IsEmpty()) << number;
  }
}

// All numbers from 0000 to 9999 that were replaced.
std::vector<std::string> ReplacedMunicipalities() {
  std::vector<std::string> replaced;
  for (int number = 0; number < 10'000; ++number) {
    std::string text = std::to_string(number);
    text.insert(0, 4 - text.size(), '0');
    if (!SuccessorsOfMunicipality(text).empty()) replaced.push_back(std::move(text));
  }
  return replaced;
}

// So no chain of them ends at a number that is not in use.
TEST(SuccessorsOfMunicipality, ExistAndReplaceNumbersThatDoNot) {
  for (const std::string& number : ReplacedMunicipalities()) {
    EXPECT_EQ(NameOfMunicipality(number), "") << number;
    const auto successors = SuccessorsOfMunicipality(number);
    EXPECT_TRUE(std::ranges::is_sorted(successors, std::ranges::less_equal())) << number;
    for (const std::string_view successor : successors) {
      EXPECT_NE(NameOfMunicipality(successor), "") << number << ' ' << successor;
    }
  }
}

// The municipalities of a year: those that are in use in counties that were there before, but for
// those that were founded later, and those that were replaced later.
std::size_t CountMunicipalities(const std::set<std::string>& counties_in_use,
                                const std::set<std::string>& founded_later, auto&& was_in_use) {
  const auto in_use = Municipalities();
  const auto kept = std::ranges::count_if(in_use, [&](const auto& entry) {
    const std::string number(entry.number);
    return counties_in_use.contains(number.substr(0, 2)) && !founded_later.contains(number);
  });
  const auto replaced =
      std::ranges::count_if(ReplacedMunicipalities(), [&](const std::string& number) {
        return !founded_later.contains(number) && was_in_use(number.substr(0, 2), number);
      });
  return static_cast<std::size_t>(kept + replaced);
}

// Norway had 428 municipalities in 2016 and 356 from 2020 to 2023: none is missing or too many.
TEST(SuccessorsOfMunicipality, CoverAllOfEarlierYears) {
  const std::set<std::string> founded_since_2017 = {"0710", "0712", "0715", "0729", "1108",
                                                    "1506", "1507", "1508", "1577", "1578",
                                                    "1579", "1580", "1806", "1875"};
  EXPECT_EQ(CountMunicipalities(
                {"03", "11", "15", "18"}, founded_since_2017,
                [](const std::string& county, const std::string&) { return county <= "20"; }),
            428U);
  EXPECT_EQ(CountMunicipalities({"03", "11", "15", "18", "34", "42", "46", "50"}, {"1508", "1580"},
                                [](const std::string& county, const std::string& number) {
                                  return county == "30" || county == "38" || county == "54" ||
                                         number == "1507";
                                }),
            356U);
}

TEST(SuccessorsOfIndustry, HaveTheSameText) {
  EXPECT_THAT(SuccessorsOfIndustry("25.720"), ElementsAre("25.620"));
  for (const char* code : {"62.010", "62.100", "98.765", "", "J"}) {
    EXPECT_THAT(SuccessorsOfIndustry(code), IsEmpty()) << code;
  }
}

TEST(SuccessorsOfIndustry, IncludeWhatHasTheSameTextInOtherWords) {
  EXPECT_THAT(SuccessorsOfIndustry("28.490"), ElementsAre("28.420"));  // The rest.
  EXPECT_THAT(SuccessorsOfIndustry("47.65"), ElementsAre("47.64"));    // Shops.
  EXPECT_THAT(SuccessorsOfIndustry("31.09"), ElementsAre("31.00"));    // The rest and more.
  EXPECT_THAT(SuccessorsOfIndustry("91.040"), ElementsAre("91.4"));    // At a higher level.
}

TEST(SuccessorsOfIndustry, AreNotGuessed) {
  // Codes whose text only a part of a code has now, or a code above, or only a similar one.
  for (const char* code : {"79.120", "85.609", "97.000", "74.90", "62.01", "47.112", "86.211"}) {
    EXPECT_THAT(SuccessorsOfIndustry(code), IsEmpty()) << code;
  }
}

TEST(SuccessorsOfIndustry, AreNotOfALowerLevel) {
  std::size_t count = 0;
  for (const IndustryEntry& entry : Industries(Edition::kSn2007)) {
    const auto successors = SuccessorsOfIndustry(entry.code);
    count += successors.empty() ? 0 : 1;
    EXPECT_LE(successors.size(), 1U) << entry.code;
    for (const std::string_view successor : successors) {
      EXPECT_TRUE(IsIndustryOfSn2025(successor)) << entry.code;
      EXPECT_LE(successor.size(), entry.code.size()) << entry.code;
    }
  }
  EXPECT_EQ(count, 103U);  // docs/code-lists.md
}

TEST(IndustryInUseAbove, IsTheNearest) {
  EXPECT_EQ(IndustryInUseAbove("62.010"), "62");
  EXPECT_EQ(IndustryInUseAbove("62.109"), "62.10");
  EXPECT_EQ(IndustryInUseAbove("00.1"), "");
  EXPECT_EQ(IndustryInUseAbove(""), "");
}

}  // namespace
}  // namespace orgreg::model
