// SPDX-License-Identifier: EUPL-1.2

#include "base/values/identity_number.h"

#include <gtest/gtest.h>

#include <concepts>
#include <ostream>
#include <set>
#include <string>
#include <type_traits>

namespace orgreg::base {
namespace {

template <typename T>
concept Streamable = requires(std::ostream& out, const T& value) { out << value; };
static_assert(!Streamable<IdentityNumber>);
static_assert(!std::convertible_to<IdentityNumber, std::string_view>);
static_assert(!std::is_default_constructible_v<IdentityNumber>);

bool IsValid(std::string_view text, ControlRule rule) {
  const std::optional<IdentityNumber> number = IdentityNumber::Parse(text, rule);
  return number && number->Reveal() == text;
}
bool IsValid(std::string_view text) { return IsValid(text, ControlRule::kPresent); }

// The check digits in this file were computed by another program from the published rules.
TEST(IdentityNumber, AcceptsEveryFamilyWithItsCheckDigits) {
  for (const std::string_view text : {"01819000553", "31839950023", "29820077723", "41018033346",
                                      "71416577786", "01814025000", "29729645654"}) {
    EXPECT_TRUE(IsValid(text)) << text;
    EXPECT_TRUE(IsValid(text, ControlRule::kFrom2032)) << text;
  }
}

TEST(IdentityNumber, NoticesEveryWrongDigitByBothRules) {
  const std::string right = "31839950023";
  ASSERT_TRUE(IsValid(right));
  for (std::size_t at = 0; at < right.size(); ++at) {
    for (char digit = '0'; digit <= '9'; ++digit) {
      if (digit == right[at]) continue;
      std::string wrong = right;
      wrong[at] = digit;
      EXPECT_FALSE(IsValid(wrong)) << wrong;
      EXPECT_FALSE(IsValid(wrong, ControlRule::kFrom2032)) << wrong;
    }
  }
}

TEST(IdentityNumber, NoticesNeighboursChangedAbout) {
  const std::string right = "29820077723";
  ASSERT_TRUE(IsValid(right));
  for (std::size_t at = 0; at + 1 < right.size(); ++at) {
    std::string wrong = right;
    std::swap(wrong[at], wrong[at + 1]);
    EXPECT_EQ(IsValid(wrong), wrong == right) << wrong;
  }
}

// A base without any number under the present rule, and one with all four.
TEST(IdentityNumber, TakesFourRemaindersFrom2032On) {
  for (const std::string_view text :
       {"01819000138", "01819000146", "01819000154", "41018033354", "41018033362", "41018033370"}) {
    EXPECT_FALSE(IsValid(text)) << text;
    EXPECT_TRUE(IsValid(text, ControlRule::kFrom2032)) << text;
  }
}

TEST(IdentityNumber, TakesNoOtherRemainderFrom2032On) {
  // Every k1 with its matching k2; only those with remainders 0 to 3 are numbers.
  const std::set<std::string> right = {"41018033346", "41018033354", "41018033362", "41018033370"};
  std::set<std::string> found;
  for (int pair = 0; pair < 100; ++pair) {
    std::string text = "410180333";
    text.push_back(static_cast<char>('0' + pair / 10));
    text.push_back(static_cast<char>('0' + pair % 10));
    if (IsValid(text, ControlRule::kFrom2032)) found.insert(text);
  }
  EXPECT_EQ(found, right);
}

TEST(IdentityNumber, RejectsTextsThatAreNotElevenDigits) {
  for (const std::string_view text :
       {"", "3", "3183995002", "318399500230", " 31839950023", "31839950023 ", "31839950023\n",
        "318399 50023", "3183995002a", "+1839950023", "-1839950023", "3183995002.",
        "31839950O23"}) {
    EXPECT_FALSE(IsValid(text)) << text;
  }
  EXPECT_FALSE(IsValid(std::string_view("3183995002\0", 11)));
  EXPECT_FALSE(IsValid("３１８３９９５００２３"));  // Digits of another script.
}

// Appends check digits that match the first nine, so that only the day can be wrong.
std::string WithCheckDigits(const std::string& first_nine) {
  for (int pair = 0; pair < 100; ++pair) {
    const std::string text = first_nine + std::string(1, static_cast<char>('0' + pair / 10)) +
                             std::string(1, static_cast<char>('0' + pair % 10));
    constexpr int kFirst[] = {3, 7, 6, 1, 8, 9, 4, 5, 2, 1};
    constexpr int kSecond[] = {5, 4, 3, 2, 7, 6, 5, 4, 3, 2, 1};
    int first = 0;
    int second = 0;
    for (std::size_t i = 0; i < 10; ++i) first += kFirst[i] * (text[i] - '0');
    for (std::size_t i = 0; i < 11; ++i) second += kSecond[i] * (text[i] - '0');
    if (first % 11 == 0 && second % 11 == 0) return text;
  }
  return {};
}

// The first number of a day with check digits.
std::string NumberOf(const std::string& day) {
  for (const char* individual : {"600", "601", "602", "603", "604", "605"}) {
    if (const std::string text = WithCheckDigits(day + individual); !text.empty()) return text;
  }
  return {};
}

TEST(IdentityNumber, RefusesDaysThatCannotExist) {
  for (const std::string day :
       {"008145", "328145", "318445", "308245", "298245", "408145", "728145", "998145",
        "318045", "319345", "319945", "010045", "011345", "013945", "014045", "015345",
        "016545", "017845", "017945", "708245", "698245", "000000"}) {
    const std::string text = NumberOf(day);
    ASSERT_EQ(text.size(), 11U) << day;
    EXPECT_FALSE(IsValid(text)) << text;
  }
}

// Individual numbers 600–605 with the year 45 are in no issued series, so that the plain months
// here belong to no person either.
TEST(IdentityNumber, AcceptsEveryMonthOfEveryFamily) {
  for (const int family : {0, 40, 65, 80}) {
    for (int month = 1; month <= 12; ++month) {
      const int written = family + month;
      const std::string middle = {static_cast<char>('0' + written / 10),
                                  static_cast<char>('0' + written % 10)};
      for (const std::string day : {"01", "28", "41", "68"}) {
        const std::string text = NumberOf(day + middle + "45");
        ASSERT_EQ(text.size(), 11U);
        const auto number = IdentityNumber::Parse(text, ControlRule::kPresent);
        ASSERT_TRUE(number) << text;
        EXPECT_EQ(number->IsSynthetic(), family != 0) << text;
      }
    }
  }
}

TEST(IdentityNumber, MakesSyntheticNumbersThatAreValidAndDiffer) {
  const Date born = *Date::Parse("1990-01-31");
  std::set<std::string> made;
  int missing = 0;
  for (unsigned individual = 0; individual < 1000; ++individual) {
    const auto number = IdentityNumber::MakeSynthetic(born, individual);
    if (!number) {
      ++missing;
      continue;
    }
    EXPECT_TRUE(IsValid(number->Reveal())) << number->Reveal();
    EXPECT_TRUE(number->Reveal().starts_with("318190"));
    made.insert(std::string(number->Reveal()));
  }
  EXPECT_EQ(made.size(), 1000U - static_cast<unsigned>(missing));
  EXPECT_GT(missing, 100);
  EXPECT_LT(missing, 250);
}

TEST(IdentityNumber, MakesTheSyntheticNumberOfItsDayAndSerial) {
  const auto made = [](std::string_view day, unsigned individual) {
    const auto number = IdentityNumber::MakeSynthetic(*Date::Parse(day), individual);
    return number ? std::string(number->Reveal()) : std::string();
  };
  EXPECT_EQ(made("1990-01-01", 5), "01819000553");
  EXPECT_EQ(made("1995-02-28", 777).substr(0, 9), "288295777");
  EXPECT_EQ(made("2000-02-29", 777), "29820077723");
  EXPECT_EQ(made("1990-01-01", 1), "");  // k1 would be 10.
  EXPECT_EQ(made("1990-01-01", 1000), "");
}

TEST(IdentityNumber, LeavesNothingBehind) {
  alignas(IdentityNumber) std::array<unsigned char, sizeof(IdentityNumber)> place = {};
  auto* number = new (place.data())
      IdentityNumber(*IdentityNumber::Parse("31839950023", ControlRule::kPresent));
  EXPECT_EQ(place[0], '3');
  number->~IdentityNumber();
  // Through a pointer that the compiler may not reason about.
  const volatile unsigned char* left = place.data();
  for (std::size_t i = 0; i < place.size(); ++i) EXPECT_EQ(left[i], 0) << i;
}

TEST(HoldsIdentityNumber, FindsItAsItIsWritten) {
  for (const char* text : {"01819000553", "Berg 01819000553", "018190 00553", "x018190-00553x",
                           "1 01819000553", "01819000553/01819000553", "018190 018190 00553"}) {
    EXPECT_TRUE(HoldsIdentityNumber(text)) << text;
  }
  for (const char* text : {"", "Berg", "01819000554", "0181900055", "001819000553", "018190005530",
                           "018190  00553", "0181 9000553", "018190", "018190 "}) {
    EXPECT_FALSE(HoldsIdentityNumber(text)) << text;
  }
}

TEST(IdentityNumber, ComparesAllDigits) {
  const auto a = IdentityNumber::Parse("41018033346", ControlRule::kPresent);
  const auto b = IdentityNumber::Parse("41018033354", ControlRule::kFrom2032);
  EXPECT_TRUE(*a == *a);
  EXPECT_FALSE(*a == *b);
}

}  // namespace
}  // namespace orgreg::base
