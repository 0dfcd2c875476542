// SPDX-License-Identifier: EUPL-1.2

#include "auth/numbers/former_sealing.h"

#include <openssl/crypto.h>

#include <algorithm>
#include <array>
#include <string>

#include "auth/secrets/keyed_hash.h"
#include "auth/secrets/secret.h"

namespace orgreg::auth {
namespace {

// The nonce authenticates too: its key is needed to make such a text, even with the other key.
bool IsNonceOf(std::span<const std::uint8_t> key, std::string_view associated,
               std::span<const char> text, std::span<const std::uint8_t> nonce) {
  std::string hashed;
  hashed.reserve(associated.size() + text.size());  // No copy is left in a smaller buffer.
  hashed.append(associated).append(text.data(), text.size());
  const KeyedDigest digest = HmacSha256(key, hashed);
  Wipe(&hashed);
  return CRYPTO_memcmp(digest.data(), nonce.data(), nonce.size()) == 0;
}

}  // namespace

FormerSealing::FormerSealing(const NumberKey& key)
    : key_(key.former_sealing.bytes()),
      nonce_key_(key.former_nonce.bytes()),
      cipher_(EVP_CIPHER_fetch(nullptr, "AES-256-GCM", nullptr)) {
  Require(cipher_ != nullptr);
}

bool FormerSealing::Open(std::span<const std::uint8_t> sealed, std::string_view associated,
                         std::span<char> text) const {
  const auto nonce = sealed.first(kNonceBytes);
  const auto ciphertext = sealed.subspan(kNonceBytes, text.size());
  std::array<std::uint8_t, kTagBytes> tag = {};
  std::ranges::copy(sealed.last(kTagBytes), tag.begin());
  auto* const plain = reinterpret_cast<unsigned char*>(text.data());
  const CipherContext gcm(EVP_CIPHER_CTX_new());
  int size = 0;
  Require(gcm != nullptr &&
          EVP_DecryptInit_ex2(gcm.get(), cipher_.get(), key_.data(), nonce.data(), nullptr) == 1);
  return EVP_DecryptUpdate(gcm.get(), nullptr, &size, Bytes(associated),
                           static_cast<int>(associated.size())) == 1 &&
         EVP_DecryptUpdate(gcm.get(), plain, &size, ciphertext.data(),
                           static_cast<int>(ciphertext.size())) == 1 &&
         EVP_CIPHER_CTX_ctrl(gcm.get(), EVP_CTRL_AEAD_SET_TAG, kTagBytes, tag.data()) == 1 &&
         EVP_DecryptFinal_ex(gcm.get(), plain + text.size(), &size) == 1 &&
         IsNonceOf(nonce_key_, associated, text, nonce);
}

}  // namespace orgreg::auth
