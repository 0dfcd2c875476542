// SPDX-License-Identifier: EUPL-1.2

#include "auth/numbers/keys.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <cstdlib>
#include <fstream>
#include <set>

#include "unit/auth/numbers/samples.h"
#include "unit/formats/scratch_folder.h"

namespace orgreg::auth {
namespace {

using formats::ScratchFolder;
using testing::HasSubstr;
using testing::Not;

std::string HexOf(const Secret& secret) {
  std::string text;
  for (const std::uint8_t byte : secret.bytes()) {
    text.push_back("0123456789abcdef"[byte >> 4]);
    text.push_back("0123456789abcdef"[byte & 15]);
  }
  return text;
}

TEST(NumberKeys, PutsTheHighestVersionFirst) {
  const auto keys = NumberKeys::Parse("# keys\n\n" + std::string(kSecondKey) + "\r\n  # more\n" +
                                      std::string(kFirstKey) + "  ");
  ASSERT_TRUE(keys.ok());
  EXPECT_EQ(keys->newest().version, 2U);
  ASSERT_EQ(keys->all().size(), 2U);
  EXPECT_EQ(keys->Find(1)->version, 1U);
  EXPECT_EQ(keys->Find(3), nullptr);
}

// Computed by another program (HKDF of RFC 5869 written out with hashlib and hmac): the
// documentation is enough to open data that are stored under a key.
TEST(NumberKeys, DerivesTheDocumentedKeys) {
  const auto keys = NumberKeys::Parse(kFirstKey);
  ASSERT_TRUE(keys.ok());
  const NumberKey& key = keys->newest();
  EXPECT_EQ(HexOf(key.sealing),
            "9ff87d38319331b5f598af721546d4a1a9a5daf8e10324ebd2be234519289935"
            "c3c659789404de0753a198b81ce576c769487e5e13884c9d1e401202cae1aa79");
  EXPECT_EQ(HexOf(key.former_sealing),
            "80028861fdcdd58f09bf2406fb5ffaf812bb229288d60748529a98768f229b04");
  EXPECT_EQ(HexOf(key.former_nonce),
            "d61b22589d31bf3cea5c8229bdae658c510c1e106ed1f3a4c1807aab6925547c");
  EXPECT_EQ(HexOf(key.blind), "15310a9668c55af99af95372ef18f3e85f01481d594bc53a0e1a6c6e7e2b164e");
  EXPECT_EQ(HexOf(key.mark), "980e47aa47a099ed718cef2f2209a80f2e18ae0fb1d86f29a6a2e551fd50fb65");
  EXPECT_EQ(key.id, "1:6c746e23847f3affa7cd99ca79c02698");
}

TEST(NumberKeys, NamesLineAndReasonAndNeverTheContent) {
  const std::string key = std::string(kFirstKey.substr(2));
  const std::string first = std::string(kFirstKey);
  const struct {
    std::string text;
    std::string line;
    std::string reason;
  } cases[] = {
      {"", "", "no key"},
      {"# only a comment\n", "", "no key"},
      {key, "line 1", "VERSION BASE64"},
      {"\n1", "line 2", "VERSION BASE64"},
      {"0 " + key, "line 1", "version"},
      {"01 " + key, "line 1", "version"},
      {"-1 " + key, "line 1", "version"},
      {"+1 " + key, "line 1", "version"},
      {"1.5 " + key, "line 1", "version"},
      {"x " + key, "line 1", "version"},
      {"1000000000 " + key, "line 1", "version"},
      {"99999999999999999999 " + key, "line 1", "version"},
      {"1 " + key.substr(1), "line 1", "32 bytes"},
      {"1 A" + key, "line 1", "32 bytes"},
      {"1 " + key.substr(0, 43), "line 1", "32 bytes"},
      {"1 " + key.substr(0, 42) + "9=", "line 1", "32 bytes"},  // Leftover bits.
      {"1 " + key.substr(0, 42) + "==", "line 1", "32 bytes"},  // 31 bytes.
      {"1 " + key.substr(0, 43) + "A", "line 1", "32 bytes"},   // 33 bytes.
      {"1 " + key.substr(0, 20) + " " + key.substr(20), "line 1", "32 bytes"},
      {"1 " + key.substr(0, 20) + "-" + key.substr(21), "line 1", "32 bytes"},
      {"1 " + key.substr(0, 20) + "!" + key.substr(21), "line 1", "32 bytes"},
      {"1 " + key + " # mine", "line 1", "32 bytes"},
      {"1 " + std::string(43, 'A') + "=", "line 1", "not random"},
      {first + "\n1 " + std::string(kSecondKey.substr(2)), "line 2", "version is there twice"},
      {first + "\n\n2 " + key, "line 3", "key is there twice"},
  };
  for (const auto& one : cases) {
    const auto keys = NumberKeys::Parse(one.text);
    ASSERT_FALSE(keys.ok()) << one.text;
    EXPECT_THAT(keys.error().message, HasSubstr(one.line));
    EXPECT_THAT(keys.error().message, HasSubstr(one.reason));
    EXPECT_THAT(keys.error().message, Not(HasSubstr(key.substr(4, 8))));
  }
}

TEST(NumberKeys, RefusesMoreKeysThanItHolds) {
  std::string text;
  for (std::uint32_t version = 1; version <= NumberKeys::kMostKeys; ++version) {
    text += *MakeKeyLine(version) + "\n";
  }
  EXPECT_TRUE(NumberKeys::Parse(text).ok());
  const auto keys = NumberKeys::Parse(text + *MakeKeyLine(NumberKeys::kMostKeys + 1));
  ASSERT_FALSE(keys.ok());
  EXPECT_EQ(keys.error().code, base::Code::kLimit);
}

TEST(NumberKeys, MakesLinesThatItReadsAndNeverTheSameTwice) {
  std::set<std::string> made;
  for (int i = 0; i < 20; ++i) {
    const auto line = MakeKeyLine(7);
    ASSERT_TRUE(line.ok());
    const auto keys = NumberKeys::Parse(*line);
    ASSERT_TRUE(keys.ok());
    EXPECT_EQ(keys->newest().version, 7U);
    made.insert(*line);
  }
  EXPECT_EQ(made.size(), 20U);
  EXPECT_FALSE(MakeKeyLine(0).ok());
  EXPECT_FALSE(MakeKeyLine(NumberKeys::kMostVersion + 1).ok());
}

class NumberKeyFile : public testing::Test {
 protected:
  NumberKeyFile() { std::ofstream(path_) << kFirstKey << "\n"; }
  ~NumberKeyFile() override { unsetenv("CREDENTIALS_DIRECTORY"); }

  base::Result<NumberKeys> LoadWith(mode_t mode) {
    EXPECT_EQ(chmod(path_.c_str(), mode), 0);
    return NumberKeys::Load(path_);
  }

  ScratchFolder folder_{"number_keys"};
  std::string path_ = folder_.PathOf("keys");
};

TEST_F(NumberKeyFile, IsReadIfOnlyItsOwnerMayReadIt) {
  EXPECT_TRUE(LoadWith(0600).ok());
  EXPECT_TRUE(LoadWith(0400).ok());
}

TEST_F(NumberKeyFile, IsRefusedIfOtherUsersMayUseIt) {
  for (const mode_t mode : {0640U, 0620U, 0610U, 0604U, 0602U, 0601U, 0644U, 0666U}) {
    const auto keys = LoadWith(mode);
    ASSERT_FALSE(keys.ok()) << mode;
    EXPECT_EQ(keys.error().code, base::Code::kInvalid);
    EXPECT_THAT(keys.error().message, HasSubstr(path_));
    EXPECT_THAT(keys.error().message, HasSubstr("chmod 0600"));
  }
}

TEST_F(NumberKeyFile, MayBeLentByTheServiceManagerReadableToItsGroup) {
  setenv("CREDENTIALS_DIRECTORY", folder_.path().c_str(), 1);
  EXPECT_TRUE(LoadWith(0440).ok());
  EXPECT_FALSE(LoadWith(0460).ok());
  EXPECT_FALSE(LoadWith(0444).ok());
  setenv("CREDENTIALS_DIRECTORY", (folder_.path() + "x").c_str(), 1);
  EXPECT_FALSE(LoadWith(0440).ok());
  setenv("CREDENTIALS_DIRECTORY", "", 1);
  EXPECT_FALSE(LoadWith(0440).ok());
}

TEST_F(NumberKeyFile, IsRefusedIfItIsMissingAFolderOrHuge) {
  EXPECT_EQ(NumberKeys::Load(folder_.PathOf("none")).error().code, base::Code::kNotFound);
  EXPECT_FALSE(NumberKeys::Load(folder_.path()).ok());
  std::ofstream(path_) << std::string(70'000, '#');
  EXPECT_EQ(LoadWith(0600).error().code, base::Code::kLimit);
}

TEST_F(NumberKeyFile, NamesFileAndLine) {
  std::ofstream(path_) << kFirstKey << "\nnonsense";
  const auto keys = LoadWith(0600);
  ASSERT_FALSE(keys.ok());
  EXPECT_THAT(keys.error().message, HasSubstr(path_ + ": line 2: "));
}

}  // namespace
}  // namespace orgreg::auth
