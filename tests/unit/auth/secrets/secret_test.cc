// SPDX-License-Identifier: EUPL-1.2

#include "auth/secrets/secret.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <utility>

namespace orgreg::auth {
namespace {

TEST(Secret, HoldsZeroesUntilItIsFilled) {
  Secret secret(5000);
  EXPECT_EQ(secret.text(), std::string(5000, '\0'));
  std::fill(secret.bytes().begin(), secret.bytes().end(), std::uint8_t{7});
  EXPECT_EQ(secret.text(), std::string(5000, '\7'));
}

TEST(Secret, IsEmptyWithoutSizeAndAfterMoving) {
  EXPECT_TRUE(Secret().bytes().empty());
  EXPECT_TRUE(Secret(0).text().empty());
  Secret a(3);
  a.bytes()[0] = 'x';
  Secret b = std::move(a);
  EXPECT_EQ(b.bytes().size(), 3U);
  Secret c(9);
  c = std::move(b);
  EXPECT_EQ(c.text(), std::string_view("x\0\0", 3));
}

TEST(Wipe, OverwritesTheBytesAfterTheEndToo) {
  std::string text = "31839950023 and some more text that has to be on the heap";
  text.resize(11);
  const volatile char* place = text.data();
  const std::size_t capacity = text.capacity();
  Wipe(&text);
  EXPECT_TRUE(text.empty());
  for (std::size_t i = 0; i < capacity; ++i) EXPECT_EQ(place[i], 0) << i;
}

}  // namespace
}  // namespace orgreg::auth
