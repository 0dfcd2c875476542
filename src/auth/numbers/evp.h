// SPDX-License-Identifier: EUPL-1.2

// Owners of OpenSSL's objects for ciphers and keyed hashes, and the check of calls that only a lack
// of memory can make fail.

#pragma once

#include <openssl/evp.h>
#include <openssl/kdf.h>

#include <memory>
#include <new>
#include <string_view>

namespace orgreg::auth {

template <typename T, void (*kFree)(T*)>
struct Freer {
  void operator()(T* pointer) const { kFree(pointer); }
};
using Cipher = std::unique_ptr<EVP_CIPHER, Freer<EVP_CIPHER, EVP_CIPHER_free>>;
using CipherContext = std::unique_ptr<EVP_CIPHER_CTX, Freer<EVP_CIPHER_CTX, EVP_CIPHER_CTX_free>>;
using Mac = std::unique_ptr<EVP_MAC, Freer<EVP_MAC, EVP_MAC_free>>;
using MacContext = std::unique_ptr<EVP_MAC_CTX, Freer<EVP_MAC_CTX, EVP_MAC_CTX_free>>;
using Kdf = std::unique_ptr<EVP_KDF, Freer<EVP_KDF, EVP_KDF_free>>;
using KdfContext = std::unique_ptr<EVP_KDF_CTX, Freer<EVP_KDF_CTX, EVP_KDF_CTX_free>>;

inline void Require(bool done) {
  if (!done) throw std::bad_alloc();
}

inline const unsigned char* Bytes(std::string_view text) {
  return reinterpret_cast<const unsigned char*>(text.data());
}

}  // namespace orgreg::auth
