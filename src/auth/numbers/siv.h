// SPDX-License-Identifier: EUPL-1.2

// AES-256-SIV (RFC 5297): encryption that also proves where a text comes from, without a nonce.
// Equal texts with equal associated data give equal bytes under one key, and reveal only that they
// are equal. The bytes are those of the RFC: the tag, which it calls V, then the ciphertext.
//
// Safe from any thread.

#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

#include "auth/numbers/evp.h"
#include "auth/secrets/secret.h"

namespace orgreg::auth {

class Siv {
 public:
  static constexpr std::size_t kKeyBytes = 64;  // Half for the tag, half for the cipher.
  static constexpr std::size_t kTagBytes = 16;

  // `key` has kKeyBytes.
  explicit Siv(const Secret& key);

  // `text` is not empty; `sealed` has kTagBytes more. Empty associated data count as none.
  void Seal(std::string_view text, std::string_view associated,
            std::span<std::uint8_t> sealed) const;

  // False if Seal never made these bytes with this key and these associated data; what `text` holds
  // then must not be used. `text` has kTagBytes less than `sealed`, and the caller wipes it.
  bool Open(std::span<const std::uint8_t> sealed, std::string_view associated,
            std::span<char> text) const;

 private:
  // With the key set, and copied for each text: setting a key takes longer than sealing a number.
  CipherContext sealing_;
  CipherContext opening_;
};

}  // namespace orgreg::auth
