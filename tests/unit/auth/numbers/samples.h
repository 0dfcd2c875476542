// SPDX-License-Identifier: EUPL-1.2

// Keys and synthetic identification numbers for tests.

#pragma once

#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "auth/numbers/keys.h"
#include "auth/numbers/vault.h"
#include "base/values/identity_number.h"

namespace orgreg::auth {

inline constexpr std::string_view kFirstKey = "1 AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=";
inline constexpr std::string_view kSecondKey = "2 ICEiIyQlJicoKSorLC0uLzAxMjM0NTY3ODk6Ozw9Pj8=";

inline base::IdentityNumber Number(std::string_view text) {
  return *base::IdentityNumber::Parse(text, base::ControlRule::kPresent);
}

inline NumberVault VaultOf(std::string_view keys) {
  base::Result<NumberKeys> ring = NumberKeys::Parse(keys);
  EXPECT_TRUE(ring.ok());
  return NumberVault(std::move(*ring));
}

}  // namespace orgreg::auth
