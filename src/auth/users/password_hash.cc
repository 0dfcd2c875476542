// SPDX-License-Identifier: EUPL-1.2

#include "auth/users/password_hash.h"

#include <openssl/core_names.h>
#include <openssl/crypto.h>
#include <openssl/evp.h>
#include <openssl/kdf.h>
#include <openssl/params.h>
#include <openssl/rand.h>

#include <algorithm>
#include <charconv>
#include <memory>

#include "formats/base64.h"

namespace orgreg::auth {
namespace {

using base::Code;
using base::Error;
using base::Result;
using base::Status;

using HashBytes = std::array<unsigned char, PasswordHash::kHashBytes>;

std::uint64_t MemoryOf(const PasswordCost& cost) {
  return std::uint64_t{128} * cost.r * ((std::uint64_t{1} << cost.log2_n) + cost.p + 2);
}

bool IsInBounds(const PasswordCost& cost) {
  return cost.log2_n >= PasswordCost::kLeastLog2N && cost.log2_n <= PasswordCost::kMostLog2N &&
         cost.r >= 1 && cost.r <= PasswordCost::kMostR && cost.p >= 1 &&
         cost.p <= PasswordCost::kMostP && MemoryOf(cost) <= PasswordCost::kMostBytes;
}

Status Derive(std::string_view password, const PasswordHash& asked, HashBytes* out) {
  const std::unique_ptr<EVP_KDF, decltype(&EVP_KDF_free)> kdf(
      EVP_KDF_fetch(nullptr, "SCRYPT", nullptr), &EVP_KDF_free);
  const std::unique_ptr<EVP_KDF_CTX, decltype(&EVP_KDF_CTX_free)> context(
      EVP_KDF_CTX_new(kdf.get()), &EVP_KDF_CTX_free);
  std::uint64_t n = std::uint64_t{1} << asked.cost.log2_n;
  std::uint32_t r = asked.cost.r;
  std::uint32_t p = asked.cost.p;
  std::uint64_t most_bytes = 2 * PasswordCost::kMostBytes;
  // Both are only read. A null pointer would mean that nothing is set.
  auto* secret = const_cast<char*>(password.empty() ? "" : password.data());
  auto* salt = const_cast<unsigned char*>(asked.salt.data());
  const std::array<OSSL_PARAM, 7> parameters = {
      OSSL_PARAM_construct_octet_string(OSSL_KDF_PARAM_PASSWORD, secret, password.size()),
      OSSL_PARAM_construct_octet_string(OSSL_KDF_PARAM_SALT, salt, asked.salt.size()),
      OSSL_PARAM_construct_uint64(OSSL_KDF_PARAM_SCRYPT_N, &n),
      OSSL_PARAM_construct_uint32(OSSL_KDF_PARAM_SCRYPT_R, &r),
      OSSL_PARAM_construct_uint32(OSSL_KDF_PARAM_SCRYPT_P, &p),
      OSSL_PARAM_construct_uint64(OSSL_KDF_PARAM_SCRYPT_MAXMEM, &most_bytes),
      OSSL_PARAM_construct_end()};
  const bool done = context != nullptr &&
                    EVP_KDF_derive(context.get(), out->data(), out->size(), parameters.data()) == 1;
  if (!done) return Error{Code::kUnavailable, "a password cannot be hashed at the moment"};
  return {};
}

template <std::size_t kSize>
std::string Encode(const std::array<unsigned char, kSize>& bytes) {
  std::string text =
      formats::EncodeBase64({reinterpret_cast<const char*>(bytes.data()), bytes.size()});
  text.erase(text.find_last_not_of('=') + 1);
  return text;
}

template <std::size_t kSize>
bool Decode(std::string_view text, std::array<unsigned char, kSize>* out) {
  std::string padded(text);
  padded.append((4 - padded.size() % 4) % 4, '=');
  const std::optional<std::string> bytes = formats::DecodeBase64(padded);
  if (!bytes || bytes->size() != kSize) return false;
  std::ranges::copy(*bytes, reinterpret_cast<char*>(out->data()));
  return true;
}

// Takes "NAME=NUMBER" and the character after it off the front of the text.
bool TakeNumber(std::string_view name, char end, std::string_view* text, unsigned* number) {
  if (!text->starts_with(name)) return false;
  text->remove_prefix(name.size());
  const auto [stop, problem] = std::from_chars(text->data(), text->data() + text->size(), *number);
  if (problem != std::errc() || stop == text->data() + text->size() || *stop != end) return false;
  text->remove_prefix(static_cast<std::size_t>(stop - text->data()) + 1);
  return true;
}

}  // namespace

Result<PasswordHash> HashPassword(std::string_view password, const PasswordCost& cost) {
  if (!IsInBounds(cost)) return Error{Code::kInvalid, "the cost of a hash is out of its bounds"};
  PasswordHash made{.cost = cost};
  if (RAND_bytes(made.salt.data(), static_cast<int>(made.salt.size())) != 1) {
    return Error{Code::kUnavailable, "the system gives no random numbers"};
  }
  TRY(Derive(password, made, &made.hash));
  return made;
}

Result<bool> IsPassword(const PasswordHash& hash, std::string_view password) {
  HashBytes derived = {};
  TRY(Derive(password, hash, &derived));
  const bool is_same = CRYPTO_memcmp(derived.data(), hash.hash.data(), derived.size()) == 0;
  OPENSSL_cleanse(derived.data(), derived.size());
  return is_same;
}

std::string ToText(const PasswordHash& hash) {
  return "ln=" + std::to_string(hash.cost.log2_n) + ",r=" + std::to_string(hash.cost.r) +
         ",p=" + std::to_string(hash.cost.p) + ":" + Encode(hash.salt) + ":" + Encode(hash.hash);
}

std::optional<PasswordHash> ParsePasswordHash(std::string_view text) {
  PasswordHash hash;
  std::string_view rest = text;
  const bool has_cost = TakeNumber("ln=", ',', &rest, &hash.cost.log2_n) &&
                        TakeNumber("r=", ',', &rest, &hash.cost.r) &&
                        TakeNumber("p=", ':', &rest, &hash.cost.p);
  if (!has_cost || !IsInBounds(hash.cost)) return std::nullopt;
  const std::size_t colon = rest.find(':');
  if (colon == std::string_view::npos || !Decode(rest.substr(0, colon), &hash.salt) ||
      !Decode(rest.substr(colon + 1), &hash.hash)) {
    return std::nullopt;
  }
  if (ToText(hash) != text) return std::nullopt;
  return hash;
}

}  // namespace orgreg::auth
