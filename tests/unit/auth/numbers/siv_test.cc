// SPDX-License-Identifier: EUPL-1.2

#include "auth/numbers/siv.h"

#include <gtest/gtest.h>

#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "base/values/ascii.h"

namespace orgreg::auth {
namespace {

using Sealed = std::vector<std::uint8_t>;

// The bytes 0, 1, 2 … 63, or from another first byte on.
Secret KeyFrom(std::uint8_t first) {
  Secret key(Siv::kKeyBytes);
  for (std::uint8_t& byte : key.bytes()) byte = first++;
  return key;
}

std::string HexOf(const Sealed& sealed) {
  return base::ToHex({reinterpret_cast<const char*>(sealed.data()), sealed.size()});
}

class SivTest : public testing::Test {
 protected:
  Sealed Seal(std::string_view text, std::string_view associated) const {
    Sealed sealed(Siv::kTagBytes + text.size());
    siv_.Seal(text, associated, sealed);
    return sealed;
  }

  bool Opens(const Sealed& sealed, std::string_view associated) const {
    std::string text(sealed.size() - Siv::kTagBytes, ' ');
    return siv_.Open(sealed, associated, text);
  }

  Siv siv_ = Siv(KeyFrom(0));
};

// Computed by another program: RFC 5297 written out in Python, which gives the RFC's own examples
// (A.1 and A.2, with keys half as long) too. Equal bytes on every machine are what lets a store
// move to another one.
TEST_F(SivTest, GivesTheBytesOfTheRfc) {
  const struct {
    std::string_view associated;
    std::string_view text;
    std::string_view sealed;
  } cases[] = {
      {"910000012", "31839950023", "ddbcaf8b2bc0c3b0399e0b09cbf97d95bdb3d88094508fcd911f87"},
      {"", "31839950023", "5a718daddb726492f96b49faf7c22c46277b087c37838e652590b1"},
      {"910000012", "x", "a48855eceb320bab61b6e6e63d7a2bc165"},
      {"aaaaaaaaaaaaaaaa", "16 bytes of text",
       "52f65c9bff0b593e8d15fbbb0a77a80fdc5e78d2cc92129eb0c6f02ada5b33ed"},
      {"bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb", "a text that is longer than two blocks of AES",
       "6b0e043daa039ca08fbc0114d5218a0f91be7765b561ddd2f53278b35d60b902a0da45346f9e273e97c2faaaae1"
       "c"
       "52a5ebf8e9b8eedcba3ab91bdd04"},
  };
  for (const auto& one : cases) {
    const Sealed sealed = Seal(one.text, one.associated);
    EXPECT_EQ(HexOf(sealed), one.sealed);
    std::string text(one.text.size(), ' ');
    EXPECT_TRUE(siv_.Open(sealed, one.associated, text)) << one.text;
    EXPECT_EQ(text, one.text);
  }
}

TEST_F(SivTest, DoesNotOpenWithAnyBitChanged) {
  const Sealed sealed = Seal("31839950023", "910000012");
  for (std::size_t bit = 0; bit < sealed.size() * 8; ++bit) {
    Sealed changed = sealed;
    changed[bit / 8] = static_cast<std::uint8_t>(changed[bit / 8] ^ (1U << bit % 8));
    EXPECT_FALSE(Opens(changed, "910000012")) << bit;
  }
  EXPECT_TRUE(Opens(sealed, "910000012")) << "a failure must not change what comes after it";
}

TEST_F(SivTest, DoesNotOpenWithOtherAssociatedDataOrCutOff) {
  const Sealed sealed = Seal("31839950023", "910000012");
  for (const std::string_view associated : {"", "910000013", "91000001", "9100000120"}) {
    EXPECT_FALSE(Opens(sealed, associated)) << associated;
  }
  for (std::size_t size = Siv::kTagBytes + 1; size < sealed.size(); ++size) {
    EXPECT_FALSE(
        Opens({sealed.begin(), sealed.begin() + static_cast<std::ptrdiff_t>(size)}, "910000012"))
        << size;
  }
}

TEST_F(SivTest, DoesNotOpenWithAnotherKey) {
  const Siv other(KeyFrom(1));
  const Sealed sealed = Seal("31839950023", "910000012");
  std::array<char, 11> text = {};
  EXPECT_FALSE(other.Open(sealed, "910000012", text));
}

}  // namespace
}  // namespace orgreg::auth
