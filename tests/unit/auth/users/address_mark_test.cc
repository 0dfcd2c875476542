// SPDX-License-Identifier: EUPL-1.2

#include "auth/users/address_mark.h"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <fstream>

#include "unit/formats/scratch_folder.h"

namespace orgreg::auth {
namespace {

using formats::ScratchFolder;

class AddressMarkTest : public testing::Test {
 protected:
  void Write(const std::string& text, mode_t mode = 0600) {
    std::ofstream(path_, std::ios::binary) << text;
    ASSERT_EQ(chmod(path_.c_str(), mode), 0);
  }

  ScratchFolder folder_{"address_mark"};
  std::string path_ = folder_.PathOf("secret");
};

// Computed by another program: Python's hmac, under the bytes 0 to 31.
TEST_F(AddressMarkTest, IsHmacUnderTheSecret) {
  Write("AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=\n");
  const auto marker = AddressMarker::Open(path_);
  ASSERT_TRUE(marker);
  EXPECT_EQ(marker->Mark("10.0.0.1"), "sJnKq+9xurOdGmcQzelhkTJ23RmlM/HB71MT858hp88=");
  // The mark of the text "2001:db8::/64".
  EXPECT_EQ(marker->Mark("2001:db8::1"), "Biv6iG9tY2Rm+xAT1YQ4twHiji4yeS3MDT4x3l6gZyU=");
  EXPECT_EQ(marker->Mark("2001:db8::1"), marker->Mark("2001:db8::77:88"));
}

TEST_F(AddressMarkTest, MakesASecretOnceForItsOwnerAlone) {
  const auto first = AddressMarker::Open(path_);
  ASSERT_TRUE(first);
  struct stat about = {};
  ASSERT_EQ(stat(path_.c_str(), &about), 0);
  EXPECT_EQ(about.st_mode & 07777, 0600U);
  const auto again = AddressMarker::Open(path_);
  ASSERT_TRUE(again);
  EXPECT_EQ(first->Mark("10.0.0.1"), again->Mark("10.0.0.1"));
  EXPECT_NE(first->Mark("10.0.0.1"), first->Mark("10.0.0.2"));
  const auto other = AddressMarker::Open(folder_.PathOf("other"));
  EXPECT_NE(first->Mark("10.0.0.1"), other->Mark("10.0.0.1"));
}

TEST_F(AddressMarkTest, NoticesEveryFlippedBit) {
  ASSERT_TRUE(AddressMarker::Open(path_));
  const std::string good = formats::BytesOf(path_);
  for (std::size_t at = 0; at < good.size(); ++at) {
    for (unsigned bit = 0; bit < 8; ++bit) {
      std::string bad = good;
      bad[at] = static_cast<char>(static_cast<unsigned char>(bad[at]) ^ (1U << bit));
      Write(bad);
      EXPECT_FALSE(AddressMarker::Open(path_)) << at << " " << bit;
    }
  }
  Write(good);
  EXPECT_TRUE(AddressMarker::Open(path_));
}

TEST_F(AddressMarkTest, RejectsInvalidSecrets) {
  for (const char* text : {"", "\n", "AAEC\n", "AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8\n",
                           "AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh9=\n",
                           "AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=\n\n"}) {
    Write(text);
    const auto marker = AddressMarker::Open(path_);
    ASSERT_FALSE(marker) << text;
    EXPECT_EQ(marker.error().code, base::Code::kInvalid);
  }
  Write("AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=\n", 0640);
  EXPECT_FALSE(AddressMarker::Open(path_));
}

}  // namespace
}  // namespace orgreg::auth
