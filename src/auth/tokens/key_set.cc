// SPDX-License-Identifier: EUPL-1.2

// A key is read from JSON in steps: its members must allow our use, its numbers must have the right
// form, and OpenSSL must accept them. Keys with an ambiguous id are removed at the end.

#include "auth/tokens/key_set.h"

#include <openssl/bn.h>
#include <openssl/core_names.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/param_build.h>

#include <algorithm>
#include <optional>
#include <utility>

#include "auth/tokens/json_object.h"
#include "formats/base64.h"

namespace orgreg::auth {
namespace {

namespace dom = simdjson::dom;

constexpr int kMostExponentBits = 64;

struct FreeOpenSsl {
  void operator()(BIGNUM* number) const { BN_free(number); }
  void operator()(EVP_PKEY* key) const { EVP_PKEY_free(key); }
  void operator()(EVP_PKEY_CTX* context) const { EVP_PKEY_CTX_free(context); }
  void operator()(EVP_MD_CTX* context) const { EVP_MD_CTX_free(context); }
  void operator()(OSSL_PARAM_BLD* builder) const { OSSL_PARAM_BLD_free(builder); }
  void operator()(OSSL_PARAM* parameters) const { OSSL_PARAM_free(parameters); }
};
template <typename T>
using Owned = std::unique_ptr<T, FreeOpenSsl>;

const unsigned char* Bytes(std::string_view text) {
  return reinterpret_cast<const unsigned char*>(text.data());
}

// Null where memory is out or the text longer than any number we take.
Owned<BIGNUM> MakeNumber(std::string_view big_endian) {
  if (big_endian.size() > 2 * PublicKey::kMostBits / 8) return nullptr;
  return Owned<BIGNUM>(BN_bin2bn(Bytes(big_endian), static_cast<int>(big_endian.size()), nullptr));
}

bool IsUsable(const BIGNUM* modulus, const BIGNUM* exponent) {
  const int bits = BN_num_bits(modulus);
  return bits >= PublicKey::kLeastBits && bits <= PublicKey::kMostBits && BN_is_odd(modulus) == 1 &&
         BN_is_odd(exponent) == 1 && BN_is_one(exponent) == 0 &&
         BN_num_bits(exponent) <= kMostExponentBits;
}

Owned<EVP_PKEY> MakeKey(const BIGNUM* modulus, const BIGNUM* exponent) {
  const Owned<OSSL_PARAM_BLD> builder(OSSL_PARAM_BLD_new());
  if (builder == nullptr ||
      OSSL_PARAM_BLD_push_BN(builder.get(), OSSL_PKEY_PARAM_RSA_N, modulus) != 1 ||
      OSSL_PARAM_BLD_push_BN(builder.get(), OSSL_PKEY_PARAM_RSA_E, exponent) != 1)
    return nullptr;
  const Owned<OSSL_PARAM> parameters(OSSL_PARAM_BLD_to_param(builder.get()));
  const Owned<EVP_PKEY_CTX> context(EVP_PKEY_CTX_new_from_name(nullptr, "RSA", nullptr));
  EVP_PKEY* key = nullptr;
  if (parameters != nullptr && context != nullptr && EVP_PKEY_fromdata_init(context.get()) == 1)
    EVP_PKEY_fromdata(context.get(), &key, EVP_PKEY_PUBLIC_KEY, parameters.get());
  return Owned<EVP_PKEY>(key);
}

// True where the member is absent or this text.
bool IsAbsentOr(const dom::object& key, std::string_view name, std::string_view wanted) {
  std::string_view text;
  const Presence presence = ReadText(key, name, &text);
  return presence == Presence::kAbsent || (presence == Presence::kPresent && text == wanted);
}

// True where "key_ops" is absent or has "verify".
bool MayVerify(const dom::object& key) {
  if (!Has(key, "key_ops")) return true;
  dom::array operations;
  if (key.at_key("key_ops").get(operations) != simdjson::SUCCESS) return false;
  return std::any_of(operations.begin(), operations.end(), [](const dom::element& operation) {
    std::string_view name;
    return operation.get(name) == simdjson::SUCCESS && name == "verify";
  });
}

bool IsForUs(const dom::object& key) {
  std::string_view kty;
  return ReadText(key, "kty", &kty) == Presence::kPresent && kty == "RSA" &&
         IsAbsentOr(key, "use", "sig") && IsAbsentOr(key, "alg", "RS256") && MayVerify(key) &&
         !Has(key, "d");
}

std::optional<PublicKey> ReadKey(const dom::object& key) {
  std::string_view modulus;
  std::string_view exponent;
  if (!IsForUs(key) || ReadText(key, "n", &modulus) != Presence::kPresent ||
      ReadText(key, "e", &exponent) != Presence::kPresent)
    return std::nullopt;
  const auto modulus_bytes = formats::DecodeBase64Url(modulus);
  const auto exponent_bytes = formats::DecodeBase64Url(exponent);
  if (!modulus_bytes || !exponent_bytes) return std::nullopt;
  auto made = PublicKey::Make(*modulus_bytes, *exponent_bytes);
  if (!made) return std::nullopt;
  return std::move(*made);
}

base::Error Invalid(const char* message) { return {base::Code::kInvalid, message}; }

}  // namespace

// OpenSSL looks for its algorithms each time a verification begins; to copy one that has begun
// is ten times cheaper. It is only read, and so may be copied by several threads at once.
struct PublicKey::State {
  Owned<EVP_PKEY> key;
  Owned<EVP_MD_CTX> begun;
};

PublicKey::PublicKey(std::unique_ptr<const State> state, std::size_t modulus_bytes)
    : state_(std::move(state)), modulus_bytes_(modulus_bytes) {}
PublicKey::PublicKey(PublicKey&&) noexcept = default;
PublicKey& PublicKey::operator=(PublicKey&&) noexcept = default;
PublicKey::~PublicKey() = default;

base::Result<PublicKey> PublicKey::Make(std::string_view modulus, std::string_view exponent) {
  const Owned<BIGNUM> n = MakeNumber(modulus);
  const Owned<BIGNUM> e = MakeNumber(exponent);
  if (n == nullptr || e == nullptr || !IsUsable(n.get(), e.get()))
    return Invalid("not an RSA key of 2048 to 8192 bits with an odd exponent");
  Owned<EVP_PKEY> key = MakeKey(n.get(), e.get());
  Owned<EVP_MD_CTX> begun(EVP_MD_CTX_new());
  if (key == nullptr || begun == nullptr ||
      EVP_DigestVerifyInit(begun.get(), nullptr, EVP_sha256(), nullptr, key.get()) != 1) {
    ERR_clear_error();
    return Invalid("the RSA key is not usable");
  }
  const auto bytes = static_cast<std::size_t>(BN_num_bytes(n.get()));
  return PublicKey(std::make_unique<const State>(State{std::move(key), std::move(begun)}), bytes);
}

bool PublicKey::Verifies(std::string_view text, std::string_view signature) const {
  if (signature.size() != modulus_bytes_) return false;
  const Owned<EVP_MD_CTX> context(EVP_MD_CTX_new());
  const bool verified = context != nullptr &&
                        EVP_MD_CTX_copy_ex(context.get(), state_->begun.get()) == 1 &&
                        EVP_DigestVerify(context.get(), Bytes(signature), signature.size(),
                                         Bytes(text), text.size()) == 1;
  if (!verified) ERR_clear_error();
  return verified;
}

bool PublicKey::operator==(const PublicKey& other) const {
  return EVP_PKEY_eq(state_->key.get(), other.state_->key.get()) == 1;
}

base::Result<std::shared_ptr<const KeySet>> KeySet::Parse(std::string_view json) {
  JsonObject document;
  if (!document.Read(json)) return Invalid("the key set is not an unambiguous JSON object");
  dom::array keys;
  if (document.root().at_key("keys").get(keys) != simdjson::SUCCESS)
    return Invalid("the key set has no list \"keys\"");
  if (keys.size() > kMostKeys)
    return base::Error{base::Code::kLimit, "the key set has too many keys"};
  auto set = std::make_shared<KeySet>();
  std::vector<std::string> ambiguous;
  for (const dom::element& element : keys) {
    dom::object object;
    if (element.get(object) != simdjson::SUCCESS)
      return Invalid("a key of the key set is not an object");
    std::string_view kid;
    if (ReadText(object, "kid", &kid) != Presence::kPresent) continue;
    if (kid.empty() || kid.size() > kMostKeyIdBytes) continue;
    if (auto key = ReadKey(object)) set->Add(kid, *std::move(key), &ambiguous);
  }
  std::erase_if(set->keys_, [&](const Named& named) {
    return std::find(ambiguous.begin(), ambiguous.end(), named.kid) != ambiguous.end();
  });
  return std::shared_ptr<const KeySet>(std::move(set));
}

void KeySet::Add(std::string_view kid, PublicKey key, std::vector<std::string>* ambiguous) {
  const PublicKey* const known = Find(kid);
  if (known == nullptr) {
    keys_.push_back({std::string(kid), std::move(key)});
  } else if (!(*known == key)) {
    ambiguous->emplace_back(kid);
  }
}

const PublicKey* KeySet::Find(std::string_view kid) const {
  const auto found = std::find_if(keys_.begin(), keys_.end(),
                                  [kid](const Named& named) { return named.kid == kid; });
  return found == keys_.end() ? nullptr : &found->key;
}

}  // namespace orgreg::auth
