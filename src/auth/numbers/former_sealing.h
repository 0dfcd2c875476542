// SPDX-License-Identifier: EUPL-1.2

// Opens numbers as they were sealed before AES-256-SIV: nonce, ciphertext and tag of AES-256-GCM,
// with a nonce made from key, associated data and number (docs/decisions/0012-synthetic-nonces.md).
// Nothing is sealed in this form any more; `orgreg numbers reseal` replaces it.
//
// Safe from any thread.

#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

#include "auth/numbers/evp.h"
#include "auth/numbers/keys.h"

namespace orgreg::auth {

class FormerSealing {
 public:
  static constexpr std::size_t kNonceBytes = 12;
  static constexpr std::size_t kTagBytes = 16;

  // `key` outlives it.
  explicit FormerSealing(const NumberKey& key);

  // False if the bytes were not sealed under this key with these associated data; what `text` holds
  // then must not be used. `text` has kNonceBytes + kTagBytes less than `sealed`, and the caller
  // wipes it.
  bool Open(std::span<const std::uint8_t> sealed, std::string_view associated,
            std::span<char> text) const;

 private:
  std::span<const std::uint8_t> key_;
  std::span<const std::uint8_t> nonce_key_;
  Cipher cipher_;
};

}  // namespace orgreg::auth
