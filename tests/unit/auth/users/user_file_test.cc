// SPDX-License-Identifier: EUPL-1.2

#include "auth/users/user_file.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <fstream>

#include "unit/formats/scratch_folder.h"

namespace orgreg::auth {
namespace {

using base::Code;
using formats::ScratchFolder;
using testing::HasSubstr;
using testing::Not;

constexpr PasswordCost kCheap{.log2_n = 10, .r = 1, .p = 1};

// Computed by another program: Python's hashlib.scrypt.
constexpr std::string_view kKnown =
    "ln=10,r=8,p=1:AAECAwQFBgcICQoLDA0ODw:6A8gbozEXpOC9eY1Dxn+i/FMr9nbC5f27qtzGoq8jpo";

User MakeUser(const std::string& name, const std::string& password) {
  return {.name = name, .hash = *HashPassword(password, kCheap)};
}

TEST(PasswordHash, EqualsTheHashOfAnotherProgram) {
  const auto hash = ParsePasswordHash(kKnown);
  ASSERT_TRUE(hash);
  EXPECT_TRUE(*IsPassword(*hash, "pæssword:1"));
  EXPECT_FALSE(*IsPassword(*hash, "pæssword:2"));
  EXPECT_FALSE(*IsPassword(*hash, ""));
}

TEST(PasswordHash, IsReadBackFromItsText) {
  const auto hash = HashPassword("correct horse", kCheap);
  ASSERT_TRUE(hash);
  const auto again = ParsePasswordHash(ToText(*hash));
  ASSERT_TRUE(again);
  EXPECT_EQ(again->cost, kCheap);
  EXPECT_EQ(again->salt, hash->salt);
  EXPECT_EQ(again->hash, hash->hash);
  EXPECT_TRUE(*IsPassword(*again, "correct horse"));
}

TEST(PasswordHash, DiffersForEqualPasswords) {
  EXPECT_NE(ToText(*HashPassword("same", kCheap)), ToText(*HashPassword("same", kCheap)));
}

TEST(PasswordHash, RefusesACostOutOfBounds) {
  for (const PasswordCost& cost :
       {PasswordCost{.log2_n = 9}, PasswordCost{.log2_n = 21, .r = 1}, PasswordCost{.r = 0},
        PasswordCost{.r = 17}, PasswordCost{.p = 0}, PasswordCost{.p = 17},
        PasswordCost{.log2_n = 20, .r = 8}}) {
    const auto hash = HashPassword("x", cost);
    ASSERT_FALSE(hash);
    EXPECT_EQ(hash.error().code, Code::kInvalid);
  }
}

TEST(PasswordHash, RefusesEveryOtherText) {
  const std::string good(kKnown);
  ASSERT_TRUE(ParsePasswordHash(good));
  for (const auto& [from, to] : std::vector<std::pair<std::string, std::string>>{
           {"ln=10", "ln=9"},
           {"ln=10", "ln=010"},
           {"ln=10", "ln=+10"},
           {"ln=10", "ln=10 "},
           {"ln=10", "n=10"},
           {"ln=10,r=8", "r=8,ln=10"},
           {"r=8", "r=0"},
           {"r=8", "r=99999999999"},
           {"p=1", "p=17"},
           {":AAEC", ":AAE="},
           {":AAEC", ":AA-C"},
           {":AAEC", ":"},
           {"ODw:", "ODx:"},  // Leftover bits.
           {"ODw:", "ODw=="},
           {"ODw:", "ODw::"},
           {":AAEC", ""},
       }) {
    std::string bad = good;
    bad.replace(bad.find(from), from.size(), to);
    EXPECT_FALSE(ParsePasswordHash(bad)) << bad;
  }
  EXPECT_FALSE(ParsePasswordHash(""));
  EXPECT_FALSE(ParsePasswordHash(good + "A"));
  EXPECT_FALSE(ParsePasswordHash(good + "\r"));
  EXPECT_FALSE(ParsePasswordHash(good.substr(0, good.size() - 1)));
}

TEST(UserName, IsOneTo64VisibleCharactersWithoutColon) {
  std::string longest;
  for (int i = 0; i < 64; ++i) longest += "ø";
  for (const std::string& good : {std::string("demo"), std::string("a"), std::string("#1"),
                                  std::string("Åse@etat.example"), std::string("名前"), longest}) {
    EXPECT_TRUE(IsUserName(good)) << good;
  }
  for (const std::string& bad :
       {std::string(), longest + "a", std::string("a b"), std::string("a:b"), std::string("a\tb"),
        std::string("a\nb"), std::string("a\0b", 3), std::string("a\x7F"), std::string("a\u00A0"),
        std::string("a\u0085"), std::string("a\u200B"), std::string("\uFEFFa"),
        std::string("a\u2028"), std::string("\xC3"), std::string("\xC0\x80"),
        std::string("\xED\xA0\x80"), std::string("\xF4\x90\x80\x80"), std::string("\xFF")}) {
    EXPECT_FALSE(IsUserName(bad)) << testing::PrintToString(bad);
  }
}

TEST(NewPassword, HasItsBounds) {
  EXPECT_TRUE(CheckNewPassword("8 : tegn").ok());
  EXPECT_TRUE(CheckNewPassword("øøøøøøøø").ok());
  EXPECT_TRUE(CheckNewPassword(std::string(256, 'x')).ok());
  for (const std::string& bad :
       {std::string(), std::string("7 chars"), std::string(257, 'x'), std::string("øøøø"),
        std::string("tabs\tare\tnot"), std::string("no utf-8 \xC3")}) {
    const auto status = CheckNewPassword(bad);
    ASSERT_FALSE(status);
    if (bad.empty()) continue;
    EXPECT_THAT(status.error().message, Not(HasSubstr(bad)));
  }
}

class UserFileTest : public testing::Test {
 protected:
  void Write(const std::string& text, mode_t mode = 0600) {
    std::ofstream(path_, std::ios::binary) << text;
    ASSERT_EQ(chmod(path_.c_str(), mode), 0);
  }

  ScratchFolder folder_{"user_file"};
  std::string path_ = folder_.PathOf("users");
};

TEST_F(UserFileTest, KeepsUsersInOrderOfName) {
  for (const char* name : {"b", "c", "a"}) {
    ASSERT_TRUE(
        ChangeUsers(path_, [&](UserList* users) { return users->Set(MakeUser(name, "x")); }));
  }
  const auto users = UserList::Load(path_);
  ASSERT_TRUE(users);
  ASSERT_EQ(users->all().size(), 3U);
  EXPECT_EQ(users->all()[0].name, "a");
  EXPECT_EQ(users->all()[2].name, "c");
  EXPECT_EQ(users->ToText(), formats::BytesOf(path_));
}

TEST_F(UserFileTest, IsReadableToItsOwnerAlone) {
  ASSERT_TRUE(ChangeUsers(path_, [](UserList* users) { return users->Set(MakeUser("a", "x")); }));
  struct stat about = {};
  ASSERT_EQ(stat(path_.c_str(), &about), 0);
  EXPECT_EQ(about.st_mode & 07777, 0600U);
}

TEST_F(UserFileTest, GivesAKnownUserANewPassword) {
  for (const char* password : {"old", "new"}) {
    ASSERT_TRUE(
        ChangeUsers(path_, [&](UserList* users) { return users->Set(MakeUser("a", password)); }));
  }
  const auto users = UserList::Load(path_);
  ASSERT_EQ(users->all().size(), 1U);
  EXPECT_TRUE(*IsPassword(users->Find("a")->hash, "new"));
  EXPECT_FALSE(*IsPassword(users->Find("a")->hash, "old"));
}

TEST_F(UserFileTest, RemovesOneUserAndNoOther) {
  ASSERT_TRUE(ChangeUsers(path_, [](UserList* users) {
    return users->Set(MakeUser("a", "x")).ok() ? users->Set(MakeUser("b", "x")) : base::Status();
  }));
  ASSERT_TRUE(ChangeUsers(path_, [](UserList* users) { return users->Remove("a"); }));
  const auto status = ChangeUsers(path_, [](UserList* users) { return users->Remove("a"); });
  ASSERT_FALSE(status);
  EXPECT_EQ(status.error().code, Code::kNotFound);
  const auto users = UserList::Load(path_);
  EXPECT_EQ(users->Find("a"), nullptr);
  EXPECT_NE(users->Find("b"), nullptr);
}

TEST_F(UserFileTest, StaysUnchangedIfAChangeFails) {
  const std::string text = "a:" + std::string(kKnown) + "\n";
  Write(text);
  EXPECT_FALSE(ChangeUsers(path_, [](UserList* users) -> base::Status {
    static_cast<void>(users->Remove("a"));
    return base::Error{Code::kInvalid, "no"};
  }));
  EXPECT_EQ(formats::BytesOf(path_), text);
  EXPECT_FALSE(std::filesystem::exists(path_ + ".tmp"));
}

TEST_F(UserFileTest, IsReplacedOnlyByAnotherList) {
  UserList list;
  ASSERT_TRUE(list.Set(MakeUser("a", "x")));
  EXPECT_TRUE(*PutUsers(path_, list)) << "there was none";
  EXPECT_EQ(UserList::Load(path_)->all().size(), 1U);
  EXPECT_FALSE(*PutUsers(path_, list));
  ASSERT_TRUE(list.Set(MakeUser("b", "x")));
  EXPECT_TRUE(*PutUsers(path_, list));
  Write("damaged");
  EXPECT_TRUE(*PutUsers(path_, list));
  EXPECT_EQ(UserList::Load(path_)->ToText(), list.ToText());
  EXPECT_EQ(PutUsers(path_ + "/no/folder", list).error().code, Code::kIo);
}

TEST_F(UserFileTest, RefusesTwoChangesAtATime) {
  const auto status = ChangeUsers(path_, [&](UserList*) {
    return ChangeUsers(path_, [](UserList*) { return base::Status(); });
  });
  ASSERT_FALSE(status);
  EXPECT_EQ(status.error().code, Code::kUnavailable);
}

TEST_F(UserFileTest, NoticesEveryFlippedBitAndEveryCut) {
  for (const char* name : {"demo", "Åse"}) {
    ASSERT_TRUE(
        ChangeUsers(path_, [&](UserList* users) { return users->Set(MakeUser(name, "x")); }));
  }
  const std::string good = formats::BytesOf(path_);
  ASSERT_TRUE(UserList::Parse(good));
  for (std::size_t at = 0; at < good.size(); ++at) {
    EXPECT_FALSE(UserList::Parse(std::string_view(good).substr(0, at))) << at;
    for (unsigned bit = 0; bit < 8; ++bit) {
      std::string bad = good;
      bad[at] = static_cast<char>(static_cast<unsigned char>(bad[at]) ^ (1U << bit));
      EXPECT_FALSE(UserList::Parse(bad)) << at << " " << bit;
    }
  }
  EXPECT_FALSE(UserList::Parse(good + "\n"));
  EXPECT_FALSE(UserList::Parse(good.substr(good.find('\n') + 1)));
}

TEST_F(UserFileTest, ReadsFilesOfEarlierVersionsAndRewritesThem) {
  Write("a:" + std::string(kKnown) + "\nb:" + std::string(kKnown) + "\n");
  const auto before = UserList::Load(path_);
  ASSERT_TRUE(before);
  EXPECT_EQ(before->all().size(), 2U);
  ASSERT_TRUE(ChangeUsers(path_, [](UserList* users) { return users->Remove("a"); }));
  EXPECT_THAT(formats::BytesOf(path_), testing::StartsWith("sha256:"));
  EXPECT_NE(UserList::Load(path_)->Find("b"), nullptr);
}

TEST_F(UserFileTest, AListWithoutUsersIsNoEmptyFile) {
  ASSERT_TRUE(ChangeUsers(path_, [](UserList*) { return base::Status(); }));
  EXPECT_TRUE(UserList::Load(path_)->all().empty());
  EXPECT_NE(formats::BytesOf(path_), "");
  Write("");
  EXPECT_EQ(UserList::Load(path_).error().code, Code::kCorrupt);
}

TEST_F(UserFileTest, RefusesToChangeADamagedFile) {
  ASSERT_TRUE(ChangeUsers(path_, [](UserList* users) { return users->Set(MakeUser("a", "x")); }));
  std::string bytes = formats::BytesOf(path_);
  bytes[bytes.size() / 2] ^= 1;
  Write(bytes);
  EXPECT_FALSE(ChangeUsers(path_, [](UserList*) { return base::Status(); }));
  EXPECT_EQ(formats::BytesOf(path_), bytes);
}

TEST_F(UserFileTest, IsRepairedFromTheLinesThatAreWhole) {
  for (const char* name : {"a", "b", "c"}) {
    ASSERT_TRUE(
        ChangeUsers(path_, [&](UserList* users) { return users->Set(MakeUser(name, name)); }));
  }
  std::string bytes = formats::BytesOf(path_);
  bytes[bytes.find("\nb:") + 30] ^= 1;
  Write(bytes);
  const auto repair = RepairUsers(path_);
  ASSERT_TRUE(repair);
  EXPECT_EQ(repair->kept, 2U);
  EXPECT_THAT(repair->left_out, testing::ElementsAre(3U));
  const auto users = UserList::Load(path_);
  ASSERT_TRUE(users);
  EXPECT_EQ(users->Find("b"), nullptr);
  EXPECT_TRUE(*IsPassword(users->Find("a")->hash, "a"));
  EXPECT_TRUE(*IsPassword(users->Find("c")->hash, "c"));
  EXPECT_EQ(RepairUsers(folder_.PathOf("none")).error().code, Code::kNotFound);
}

TEST_F(UserFileTest, RepairKeepsAllOfAWholeFile) {
  const std::string text = "a:" + std::string(kKnown) + "\nb:" + std::string(kKnown) + "\n";
  Write(text);
  for (int i = 0; i < 2; ++i) {
    const auto repair = RepairUsers(path_);
    ASSERT_TRUE(repair);
    EXPECT_EQ(repair->kept, 2U);
    EXPECT_TRUE(repair->left_out.empty());
  }
}

TEST_F(UserFileTest, NamesTheLineAndNeverItsContent) {
  const std::string good = "a:" + std::string(kKnown) + "\n";
  for (const std::string& bad :
       {std::string("topsecret"), std::string(":") + std::string(kKnown), "a" + good.substr(0, 9),
        good.substr(0, good.size() - 1), std::string("b:topsecret"), std::string("# comment"),
        std::string("b c:") + std::string(kKnown)}) {
    Write(good + "\n" + bad + "\n");
    const auto users = UserList::Load(path_);
    ASSERT_FALSE(users) << bad;
    EXPECT_EQ(users.error().code, Code::kInvalid);
    EXPECT_THAT(users.error().message, HasSubstr("line 3"));
    EXPECT_THAT(users.error().message, Not(HasSubstr("topsecret")));
  }
}

TEST_F(UserFileTest, IsRefusedIfOtherUsersMayUseIt) {
  for (const mode_t mode : {0640U, 0604U, 0660U, 0620U}) {
    Write("", mode);
    const auto users = UserList::Load(path_);
    ASSERT_FALSE(users) << mode;
    EXPECT_EQ(users.error().code, Code::kInvalid);
    EXPECT_THAT(users.error().message, HasSubstr("chmod 0600"));
  }
  EXPECT_EQ(UserList::Load(folder_.path()).error().code, Code::kInvalid);
  EXPECT_EQ(UserList::Load(folder_.PathOf("none")).error().code, Code::kNotFound);
}

}  // namespace
}  // namespace orgreg::auth
