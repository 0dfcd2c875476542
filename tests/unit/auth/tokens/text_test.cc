// SPDX-License-Identifier: EUPL-1.2

#include "auth/tokens/text.h"

#include <gtest/gtest.h>

#include <string_view>

namespace orgreg::auth {
namespace {

TEST(SplitToken, GivesTheThreeParts) {
  const auto parts = SplitToken("aa.bbb.c");
  ASSERT_TRUE(parts.has_value());
  EXPECT_EQ(parts->header, "aa");
  EXPECT_EQ(parts->payload, "bbb");
  EXPECT_EQ(parts->signature, "c");
  EXPECT_EQ(parts->signed_text, "aa.bbb");
}

TEST(SplitToken, RefusesOtherNumbersOfParts) {
  for (const std::string_view token : {"", ".", "..", "...", "a", "a.", "a.b", "a.b.", "a..c",
                                       ".b.c", "a.b.c.", ".a.b.c", "a.b.c.d", "a.b.c.d.e"})
    EXPECT_FALSE(SplitToken(token).has_value()) << token;
}

}  // namespace
}  // namespace orgreg::auth
