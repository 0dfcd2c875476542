// SPDX-License-Identifier: EUPL-1.2

// The public keys of a token issuer, from the text of a JSON Web Key Set (RFC 7517). Only keys for
// checking RS256 are kept; others are skipped, because issuers publish keys for other uses in the
// same set. A KeySet never changes: any number of threads may use it.

#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace orgreg::auth {

// An RSA key for signatures with RSASSA-PKCS1-v1_5 and SHA-256.
class PublicKey {
 public:
  static constexpr int kLeastBits = 2048;
  static constexpr int kMostBits = 8192;

  // Big-endian numbers. kInvalid unless the modulus is odd and within the bounds above and
  // the exponent odd, at least 3 and at most 64 bits long.
  static base::Result<PublicKey> Make(std::string_view modulus, std::string_view exponent);

  PublicKey(PublicKey&&) noexcept;
  PublicKey& operator=(PublicKey&&) noexcept;
  ~PublicKey();

  // A signature has exactly as many bytes as the modulus.
  std::size_t modulus_bytes() const { return modulus_bytes_; }
  // Returns true if `signature` is this key's signature of `text`.
  bool Verifies(std::string_view text, std::string_view signature) const;
  bool operator==(const PublicKey& other) const;

 private:
  struct State;  // Keeps OpenSSL out of this header.

  PublicKey(std::unique_ptr<const State> state, std::size_t modulus_bytes);

  std::unique_ptr<const State> state_;
  std::size_t modulus_bytes_ = 0;
};

class KeySet {
 public:
  static constexpr std::size_t kMostKeys = 100;
  static constexpr std::size_t kMostKeyIdBytes = 256;

  // kInvalid where the text is not a JSON object with a list "keys" of objects, or repeats a
  // name in some object; kLimit where there are more than kMostKeys in the list.
  //
  // Kept are keys with kty RSA, a kid, use absent or "sig", key_ops absent or with "verify",
  // alg absent or "RS256", and numbers that PublicKey takes. A key published together with
  // its private part is skipped: every reader can sign with it. Different keys with the same kid
  // are all skipped, because we must not guess which of them a token means. A set may be empty:
  // then the issuer has withdrawn all its keys.
  static base::Result<std::shared_ptr<const KeySet>> Parse(std::string_view json);

  // Null if there is no key with this id. It lives as long as the set.
  const PublicKey* Find(std::string_view kid) const;
  std::size_t size() const { return keys_.size(); }

 private:
  struct Named {
    std::string kid;
    PublicKey key;
  };

  void Add(std::string_view kid, PublicKey key, std::vector<std::string>* ambiguous);

  std::vector<Named> keys_;  // few; searched in order
};

}  // namespace orgreg::auth
