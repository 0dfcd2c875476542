// SPDX-License-Identifier: EUPL-1.2

// Makes keys and access tokens for development. It stands in for the token service when a local
// server is tried out. A server trusts such a key only if its settings name the key set made here.
//
// A SigningKey never changes; any number of threads may use it.

#pragma once

#include <chrono>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "base/values/org_number.h"

namespace orgreg::tools {

class SigningKey {
 public:
  // 2048, 3072 or 4096 bits; takes up to a second.
  static base::Result<SigningKey> Generate(int bits);
  // PEM; RSA of at least 2048 bits.
  static base::Result<SigningKey> FromPem(std::string_view pem);
  // kNotFound if the file does not exist.
  static base::Result<SigningKey> Load(const std::string& path);

  SigningKey(SigningKey&&) noexcept;
  SigningKey& operator=(SigningKey&&) noexcept;
  ~SigningKey();

  // Writes PKCS#8 in PEM, readable only by the owner (mode 0600). It never replaces a file.
  base::Status Save(const std::string& path) const;

  // The RFC 7638 thumbprint, with SHA-256, in base64url.
  const std::string& kid() const { return kid_; }
  // A key set with the public part, for KeySource.
  std::string Jwks() const;
  // RS256.
  base::Result<std::string> Sign(std::string_view text) const;

 private:
  struct State;  // Keeps OpenSSL out of this header.

  explicit SigningKey(std::unique_ptr<const State> state);
  static base::Result<SigningKey> FromState(std::unique_ptr<const State> state);

  std::unique_ptr<const State> state_;
  std::string modulus_;   // base64url
  std::string exponent_;  // base64url
  std::string kid_;
};

struct TokenClaims {
  std::string issuer = {};
  std::string audience = {};  // empty: none
  std::vector<std::string> scopes = {};
  base::OrgNumber consumer = {};
  std::string client_id = {};
  std::chrono::system_clock::time_point issued = {};
  std::chrono::seconds lifetime{120};
};

// A token as the national token service issues it. kInvalid where it would be refused
// whatever the server's settings: no issuer, a client that is not 1–255 printable ASCII characters,
// a consumer with a wrong check digit, a lifetime that is not 1 s – 24 h, a scope that is empty or
// holds a space.
base::Result<std::string> MintToken(const SigningKey& key, const TokenClaims& claims);

}  // namespace orgreg::tools
