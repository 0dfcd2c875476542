// SPDX-License-Identifier: EUPL-1.2

// Makes tokens and key sets for tests, including invalid ones. Only for tests of src/auth and its
// fuzzing.

#pragma once

#include <chrono>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "auth/tokens/checker.h"
#include "auth/tokens/key_source.h"

namespace orgreg::auth {

// A signature of the text with a key in PEM (RSA: PKCS #1 v1.5) and a digest.
std::string Sign(std::string_view text, std::string_view pem, const char* digest = "SHA256");
// The same with padding PSS, as in PS256.
std::string SignPss(std::string_view text, std::string_view pem);
// Signs as ES256 does, with a new key: two numbers of 32 bytes.
std::string SignWithNewCurveKey(std::string_view text);
std::string Hmac(std::string_view text, std::string_view secret);
// The public part of a private key, in PEM.
std::string PublicPem(std::string_view pem);

// HEADER.PAYLOAD of these texts.
std::string SignedText(std::string_view header, std::string_view payload);
// The whole token, signed with RS256.
std::string Token(std::string_view header, std::string_view payload, std::string_view pem);
// `signed_text` unchanged, with its signature.
std::string TokenOfText(const std::string& signed_text, std::string_view pem);

// A key as in a key set; `rest` has further members, each begun with a comma.
std::string Jwk(std::string_view pem, std::string_view kid, std::string_view rest = {});
std::string Jwks(const std::vector<std::string>& keys);

// The members of an object, as JSON texts.
class Members {
 public:
  using Pair = std::pair<std::string, std::string>;

  explicit Members(std::vector<Pair> pairs) : pairs_(std::move(pairs)) {}
  // Copies with one member changed or added, removed, or added a second time.
  Members With(std::string_view name, std::string_view json) const;
  Members Without(std::string_view name) const;
  Members Also(std::string_view name, std::string_view json) const;
  std::string Text() const;

 private:
  std::vector<Pair> pairs_;
};

// The values that the tests' checks accept, at kNow, with key-a and key-b.
inline constexpr std::string_view kIssuer = "https://token.example.test/";
inline constexpr std::string_view kAudience =
    "https://data.example.test/enhetsregisteret/autorisert-api";
inline constexpr std::string_view kScope = "reg:data:enhetsregisteret:auto:roller";
inline constexpr std::string_view kConsumer = "314159268";
inline constexpr std::string_view kGoodHeader = R"({"alg":"RS256","kid":"key-a"})";
inline constexpr std::chrono::system_clock::time_point kNow{std::chrono::seconds(1'748'941'210)};
Members GoodClaims();
std::string GoodToken();
// The key set with kFirstKeyPem as key-a, kSecondKeyPem as key-b, and unusable keys.
std::string IssuerKeys();

// A source with this text, read once.
std::unique_ptr<KeySource> SourceOf(const std::string& key_set);
TokenSettings Settings();

}  // namespace orgreg::auth
