// SPDX-License-Identifier: EUPL-1.2

#include "auth/secrets/keyed_hash.h"

#include <openssl/evp.h>
#include <openssl/hmac.h>
#include <openssl/rand.h>

#include <new>

#include "auth/secrets/secret.h"

namespace orgreg::auth {
namespace {

constexpr std::size_t kKeyBytes = 32;

const Secret& ProcessKey() {
  static const Secret key = [] {
    Secret random(kKeyBytes);
    // Fails only where the system cannot give random bytes at all.
    if (RAND_priv_bytes(random.bytes().data(), static_cast<int>(kKeyBytes)) != 1) {
      throw std::bad_alloc();
    }
    return random;
  }();
  return key;
}

}  // namespace

KeyedDigest HmacSha256(std::span<const std::uint8_t> key, std::string_view text) {
  KeyedDigest digest = {};
  unsigned size = 0;
  const auto* bytes = reinterpret_cast<const unsigned char*>(text.data());
  // Only a lack of memory can make this fail.
  if (HMAC(EVP_sha256(), key.data(), static_cast<int>(key.size()), bytes, text.size(),
           digest.data(), &size) == nullptr) {
    throw std::bad_alloc();
  }
  return digest;
}

KeyedDigest ProcessHash(std::string_view text) { return HmacSha256(ProcessKey().bytes(), text); }

}  // namespace orgreg::auth
