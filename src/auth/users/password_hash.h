// SPDX-License-Identifier: EUPL-1.2

// A password is kept as a salted scrypt hash (RFC 7914). Its text form
//
//   ln=15,r=8,p=3:SALT:HASH
//
// holds the cost (N is 2 to the power ln), 16 random bytes and the 32 bytes of the hash, both
// in base64 without padding. The default cost is 32 MiB of memory, three times over, as OWASP
// recommends it: some tenths of a second of one processor. So a check belongs on a thread that
// may take its time. Values; pure functions, safe from any thread.

#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "base/result.h"

namespace orgreg::auth {

struct PasswordCost {
  static constexpr unsigned kLeastLog2N = 10;
  static constexpr unsigned kMostLog2N = 20;
  static constexpr unsigned kMostR = 16;
  static constexpr unsigned kMostP = 16;
  // No hash in a file makes a check take more memory.
  static constexpr std::uint64_t kMostBytes = std::uint64_t{256} << 20;

  unsigned log2_n = 15;
  unsigned r = 8;
  unsigned p = 3;

  friend bool operator==(const PasswordCost&, const PasswordCost&) = default;
};

struct PasswordHash {
  static constexpr std::size_t kSaltBytes = 16;
  static constexpr std::size_t kHashBytes = 32;

  PasswordCost cost = {};
  std::array<unsigned char, kSaltBytes> salt = {};
  std::array<unsigned char, kHashBytes> hash = {};
};

// kInvalid where the cost is out of its bounds; kUnavailable where the system gives no random
// numbers or no memory.
base::Result<PasswordHash> HashPassword(std::string_view password, const PasswordCost& cost = {});

// Compares the password with the hash, in a time that does not depend on the answer. kUnavailable
// as above.
base::Result<bool> IsPassword(const PasswordHash& hash, std::string_view password);

std::string ToText(const PasswordHash& hash);
// Nothing unless ToText makes the same text again.
std::optional<PasswordHash> ParsePasswordHash(std::string_view text);

}  // namespace orgreg::auth
