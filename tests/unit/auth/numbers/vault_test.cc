// SPDX-License-Identifier: EUPL-1.2

#include "auth/numbers/vault.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>
#include <thread>

#include "unit/auth/numbers/samples.h"

namespace orgreg::auth {
namespace {

using base::Code;
using base::IdentityNumber;
using testing::HasSubstr;
using testing::Not;

constexpr std::string_view kPlace = "910000012/entity";
constexpr std::string_view kAlphabet =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_.=+/ \n";

class NumberVaultTest : public testing::Test {
 protected:
  std::string BothKeys() const { return std::string(kFirstKey) + "\n" + std::string(kSecondKey); }

  NumberVault vault_ = VaultOf(kFirstKey);
  IdentityNumber number_ = Number("31839950023");
  std::string sealed_ = vault_.Seal(number_, kPlace);
  // The same number in the same place, as it was sealed before AES-256-SIV.
  std::string former_ = "1.EtuTCrwqpAAF3lKIX_qxjwVZn7PP6mTaP1lPYoyY8hDH6kckbsZV";
};

TEST_F(NumberVaultTest, OpensItsSealedNumbers) {
  const auto opened = vault_.Open(sealed_, kPlace);
  ASSERT_TRUE(opened.ok());
  EXPECT_TRUE(*opened == number_);
}

TEST_F(NumberVaultTest, OpensNumbersThatOnlyTheRuleFrom2032Accepts) {
  const auto number = IdentityNumber::Parse("41018033370", base::ControlRule::kFrom2032);
  const auto opened = vault_.Open(vault_.Seal(*number, kPlace), kPlace);
  ASSERT_TRUE(opened.ok());
  EXPECT_EQ(opened->Reveal(), "41018033370");
}

// Computed by another program from docs/identification-numbers.md and RFC 5297. A store that moves
// to another machine must open there, so these texts never change.
TEST_F(NumberVaultTest, WritesTheDocumentedForm) {
  EXPECT_EQ(sealed_, "1.siv.1DgW8ZdU1my8HaQICu2JcVnt_YG2-Pc95O6d");
  EXPECT_EQ(vault_.Seal(Number("01819000553"), "312300028"),
            "1.siv.ePJ_4i_d71MfgNxhMBTo5pXLDrwCk8FdExbY");
  EXPECT_EQ(VaultOf(BothKeys()).Seal(number_, "312300028"),
            "2.siv.0AiUKfdHReoQuRB2r-2MXxuAngKB-3L_E0Q6");
  EXPECT_EQ(vault_.Blind(number_), "69d60145682a1aaa9b5ffa4053ce6ecf");
  EXPECT_EQ(vault_.Mark(number_), "1:353d3e6a19338c7e6cf7824abf963631");
}

TEST_F(NumberVaultTest, GivesTheSameTextForTheSameNumberInTheSamePlaceOnly) {
  EXPECT_EQ(VaultOf(kFirstKey).Seal(number_, kPlace), sealed_);
  std::set<std::string> texts;
  for (const std::string_view place :
       {"910000012/entity", "910000012/sub", "910000020/entity", ""}) {
    texts.insert(vault_.Seal(number_, place));
    texts.insert(vault_.Seal(Number("01819000553"), place));
  }
  EXPECT_EQ(texts.size(), 8U);
  EXPECT_NE(VaultOf(kSecondKey).Seal(number_, kPlace).substr(2), sealed_.substr(2));
}

TEST_F(NumberVaultTest, DoesNotOpenWithAnyCharacterChanged) {
  for (std::size_t at = 0; at < sealed_.size(); ++at) {
    for (const char c : kAlphabet) {
      if (c == sealed_[at]) continue;
      std::string text = sealed_;
      text[at] = c;
      const auto opened = vault_.Open(text, kPlace);
      ASSERT_FALSE(opened.ok()) << text;
      const bool is_other_version = at == 0 && c >= '2' && c <= '9';
      EXPECT_EQ(opened.error().code, is_other_version ? Code::kNotFound : Code::kCorrupt) << text;
    }
  }
}

TEST_F(NumberVaultTest, DoesNotOpenWithCharactersMissingOrAdded) {
  for (std::size_t size = 0; size < sealed_.size(); ++size) {
    EXPECT_FALSE(vault_.Open(sealed_.substr(0, size), kPlace).ok());
    EXPECT_FALSE(vault_.Open(sealed_.substr(0, size) + sealed_.substr(size + 1), kPlace).ok());
    EXPECT_FALSE(vault_.Open(sealed_.substr(0, size) + "A" + sealed_.substr(size), kPlace).ok());
  }
  EXPECT_FALSE(vault_.Open(sealed_ + "A", kPlace).ok());
  EXPECT_FALSE(vault_.Open(sealed_ + "=", kPlace).ok());
  EXPECT_FALSE(vault_.Open("0" + sealed_, kPlace).ok());
  EXPECT_FALSE(vault_.Open("4294967297" + sealed_.substr(1), kPlace).ok());
}

TEST_F(NumberVaultTest, DoesNotOpenInAnotherPlace) {
  for (const std::string_view place :
       {"910000012/sub", "910000020/entity", "910000012/entit", ""}) {
    const auto opened = vault_.Open(sealed_, place);
    ASSERT_FALSE(opened.ok());
    EXPECT_EQ(opened.error().code, Code::kCorrupt);
  }
}

TEST_F(NumberVaultTest, DoesNotOpenWithAnotherKeyOfTheSameVersion) {
  const NumberVault other = VaultOf("1 " + std::string(kSecondKey.substr(2)));
  EXPECT_EQ(other.Open(sealed_, kPlace).error().code, Code::kCorrupt);
}

TEST_F(NumberVaultTest, DoesNotTakeOneVersionForAnother) {
  const NumberVault both = VaultOf(BothKeys());
  EXPECT_EQ(both.Open("2" + sealed_.substr(1), kPlace).error().code, Code::kCorrupt);
}

TEST_F(NumberVaultTest, NamesAMissingVersion) {
  const auto opened = VaultOf(kSecondKey).Open(sealed_, kPlace);
  ASSERT_FALSE(opened.ok());
  EXPECT_EQ(opened.error().code, Code::kNotFound);
  EXPECT_THAT(opened.error().message, HasSubstr("version 1"));
}

TEST_F(NumberVaultTest, SealsWithTheNewestKeyAndOpensWithAll) {
  const NumberVault both = VaultOf(BothKeys());
  const std::string again = both.Seal(number_, kPlace);
  EXPECT_TRUE(again.starts_with("2.siv."));
  EXPECT_TRUE(both.Open(sealed_, kPlace).ok());
  EXPECT_TRUE(both.Open(again, kPlace).ok());
  EXPECT_TRUE(both.NeedsReseal(sealed_));
  EXPECT_FALSE(both.NeedsReseal(again));
  EXPECT_FALSE(vault_.NeedsReseal(sealed_));
  for (const std::string_view text : {"", "x", ".", "1", "3.AAAA", "02.AAAA"}) {
    EXPECT_TRUE(both.NeedsReseal(text)) << text;
  }
}

TEST_F(NumberVaultTest, OpensTheFormerFormAndWantsItResealed) {
  const auto opened = vault_.Open(former_, kPlace);
  ASSERT_TRUE(opened.ok());
  EXPECT_TRUE(*opened == number_);
  EXPECT_TRUE(vault_.NeedsReseal(former_));
  EXPECT_TRUE(VaultOf(BothKeys()).NeedsReseal(former_));
  EXPECT_EQ(SealedVersion(former_), 1U);
  EXPECT_EQ(VaultOf(kSecondKey).Open(former_, kPlace).error().code, Code::kNotFound);
}

TEST_F(NumberVaultTest, DoesNotOpenADamagedFormerForm) {
  for (std::size_t at = 2; at < former_.size(); ++at) {
    std::string text = former_;
    text[at] = text[at] == 'A' ? 'B' : 'A';
    EXPECT_EQ(vault_.Open(text, kPlace).error().code, Code::kCorrupt) << text;
    text.erase(at, 1);
    EXPECT_EQ(vault_.Open(text, kPlace).error().code, Code::kCorrupt) << text;
  }
  EXPECT_EQ(vault_.Open(former_, "910000012/sub").error().code, Code::kCorrupt);
  EXPECT_EQ(vault_.Open(former_, "").error().code, Code::kCorrupt);
  const NumberVault other = VaultOf("1 " + std::string(kSecondKey.substr(2)));
  EXPECT_EQ(other.Open(former_, kPlace).error().code, Code::kCorrupt);
}

TEST_F(NumberVaultTest, DoesNotTakeOneSchemeForAnother) {
  for (const std::string& text :
       {"1.siv." + former_.substr(2), "1." + sealed_.substr(6), "1.gcm." + former_.substr(2),
        "1.siv2." + sealed_.substr(6), "1.SIV." + sealed_.substr(6), "1.siv.." + sealed_.substr(6),
        "1.siv.siv." + sealed_.substr(6), "1.." + sealed_.substr(6), std::string("1.siv."),
        std::string("1.siv"), std::string("1.")}) {
    EXPECT_EQ(vault_.Open(text, kPlace).error().code, Code::kCorrupt) << text;
  }
}

TEST_F(NumberVaultTest, KnowsWhatReplacesTheFormerForm) {
  const std::string later = VaultOf(kSecondKey).Seal(number_, kPlace);
  EXPECT_TRUE(IsLaterForm(former_, sealed_));
  EXPECT_FALSE(IsLaterForm(sealed_, former_));
  EXPECT_FALSE(IsLaterForm(former_, later)) << "another key";
  EXPECT_FALSE(IsLaterForm(former_, former_));
  EXPECT_FALSE(IsLaterForm(sealed_, sealed_));
  EXPECT_FALSE(IsLaterForm("", ""));
  EXPECT_FALSE(IsLaterForm("x", sealed_));
  EXPECT_FALSE(IsLaterForm("1.gcm." + former_.substr(2), sealed_));
}

TEST_F(NumberVaultTest, BlindsEqualNumbersEqually) {
  const std::string blind = vault_.Blind(number_);
  EXPECT_EQ(blind.size(), NumberVault::kBlindDigits);
  EXPECT_EQ(blind.find_first_not_of("0123456789abcdef"), std::string::npos);
  EXPECT_EQ(VaultOf(kFirstKey).Blind(Number("31839950023")), blind);
  EXPECT_NE(vault_.Blind(Number("01819000553")), blind);
  EXPECT_NE(VaultOf(kSecondKey).Blind(number_), blind);
}

TEST_F(NumberVaultTest, BlindsUnderEveryKeyNewestFirst) {
  const NumberVault both = VaultOf(BothKeys());
  EXPECT_EQ(both.BlindAll(number_),
            (std::vector<std::string>{VaultOf(kSecondKey).Blind(number_), vault_.Blind(number_)}));
  EXPECT_EQ(both.Blind(number_), both.BlindAll(number_).front());
}

TEST_F(NumberVaultTest, MarksForTheLogAreNotTheBlindIndex) {
  const NumberVault both = VaultOf(BothKeys());
  EXPECT_EQ(both.MarkAll(number_),
            (std::vector<std::string>{VaultOf(kSecondKey).Mark(number_), vault_.Mark(number_)}));
  EXPECT_TRUE(vault_.Mark(number_).starts_with("1:"));
  EXPECT_NE(vault_.Mark(number_).substr(2), vault_.Blind(number_));
}

TEST(BlindKey64, IsExactlyTheFirstHalfOfABlindIndex) {
  EXPECT_EQ(BlindKey64("0123456789abcdef0000000000000000"), 0x0123456789abcdefU);
  EXPECT_EQ(BlindKey64("ffffffffffffffff0123456789abcdef"), 0xffffffffffffffffU);
  for (const std::string_view text :
       {"", "0123456789abcdef", "0123456789ABCDEF0000000000000000",
        "0123456789abcdef000000000000000", "0123456789abcdef00000000000000000",
        "0123456789abcdeg0000000000000000", "-123456789abcdef0000000000000000",
        "0x23456789abcdef0000000000000000", "0123456789abcdef000000000000000 "}) {
    EXPECT_FALSE(BlindKey64(text)) << text;
  }
}

TEST_F(NumberVaultTest, ErrorsDoNotRepeatTheNumber) {
  std::string text = sealed_;
  text.back() = text.back() == 'A' ? 'B' : 'A';
  EXPECT_THAT(vault_.Open(text, kPlace).error().message, Not(HasSubstr(text.substr(6, 8))));
}

TEST_F(NumberVaultTest, ServesSeveralThreads) {
  std::vector<std::thread> threads;
  std::array<int, 4> right = {};
  for (std::size_t i = 0; i < right.size(); ++i) {
    threads.emplace_back([this, &right, i] {
      for (int round = 0; round < 200; ++round) {
        const std::string place = std::to_string(round) + "/" + std::to_string(i);
        const auto opened = vault_.Open(vault_.Seal(number_, place), place);
        if (opened.ok() && *opened == number_) ++right[i];
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_THAT(right, testing::Each(200));
}

TEST_F(NumberVaultTest, MayBeMoved) {
  const NumberVault moved = std::move(vault_);
  EXPECT_TRUE(moved.Open(sealed_, kPlace).ok());
}

}  // namespace
}  // namespace orgreg::auth
