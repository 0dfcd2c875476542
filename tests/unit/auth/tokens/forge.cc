// SPDX-License-Identifier: EUPL-1.2

#include "unit/auth/tokens/forge.h"

#include <openssl/bn.h>
#include <openssl/core_names.h>
#include <openssl/ec.h>
#include <openssl/evp.h>
#include <openssl/hmac.h>
#include <openssl/pem.h>
#include <openssl/rsa.h>

#include <array>
#include <cstddef>
#include <cstdlib>

#include "formats/base64.h"
#include "unit/auth/tokens/test_keys.h"

namespace orgreg::auth {
namespace {

struct FreeOpenSsl {
  void operator()(EVP_PKEY* key) const { EVP_PKEY_free(key); }
  void operator()(EVP_MD_CTX* context) const { EVP_MD_CTX_free(context); }
  void operator()(BIO* memory) const { BIO_free(memory); }
  void operator()(BIGNUM* number) const { BN_free(number); }
  void operator()(ECDSA_SIG* signature) const { ECDSA_SIG_free(signature); }
};
template <typename T>
using Owned = std::unique_ptr<T, FreeOpenSsl>;

// Tests cannot use a key or signature that could not be made.
void Demand(bool holds) {
  if (!holds) std::abort();
}

const unsigned char* Bytes(std::string_view text) {
  return reinterpret_cast<const unsigned char*>(text.data());
}

std::string TextOf(const unsigned char* bytes, std::size_t size) {
  return {reinterpret_cast<const char*>(bytes), size};
}

Owned<EVP_PKEY> ReadKey(std::string_view pem) {
  const Owned<BIO> memory(BIO_new_mem_buf(pem.data(), static_cast<int>(pem.size())));
  Owned<EVP_PKEY> key(PEM_read_bio_PrivateKey(memory.get(), nullptr, nullptr, nullptr));
  Demand(key != nullptr);
  return key;
}

struct Signing {
  const char* digest = "SHA256";
  bool is_pss = false;
};

std::string SignWith(EVP_PKEY* key, std::string_view text, const Signing& signing) {
  const Owned<EVP_MD_CTX> context(EVP_MD_CTX_new());
  EVP_PKEY_CTX* of_key = nullptr;
  Demand(EVP_DigestSignInit_ex(context.get(), &of_key, signing.digest, nullptr, nullptr, key,
                               nullptr) == 1);
  if (signing.is_pss) Demand(EVP_PKEY_CTX_set_rsa_padding(of_key, RSA_PKCS1_PSS_PADDING) == 1);
  std::array<unsigned char, 1024> signature = {};
  std::size_t size = signature.size();
  Demand(EVP_DigestSign(context.get(), signature.data(), &size, Bytes(text), text.size()) == 1);
  return TextOf(signature.data(), size);
}

std::string NumberOf(EVP_PKEY* key, const char* name) {
  BIGNUM* number = nullptr;
  Demand(EVP_PKEY_get_bn_param(key, name, &number) == 1);
  const Owned<BIGNUM> owned(number);
  std::vector<unsigned char> bytes(static_cast<std::size_t>(BN_num_bytes(number)));
  BN_bn2bin(number, bytes.data());
  return formats::EncodeBase64Url(TextOf(bytes.data(), bytes.size()));
}

std::string Quoted(std::string_view text) { return "\"" + std::string(text) + "\""; }

}  // namespace

std::string Sign(std::string_view text, std::string_view pem, const char* digest) {
  return SignWith(ReadKey(pem).get(), text, {.digest = digest});
}

std::string SignPss(std::string_view text, std::string_view pem) {
  return SignWith(ReadKey(pem).get(), text, {.is_pss = true});
}

std::string SignWithNewCurveKey(std::string_view text) {
  const Owned<EVP_PKEY> key(EVP_EC_gen("P-256"));
  const std::string der = SignWith(key.get(), text, {});
  const unsigned char* at = Bytes(der);
  const Owned<ECDSA_SIG> signature(d2i_ECDSA_SIG(nullptr, &at, static_cast<long>(der.size())));
  std::array<unsigned char, 64> bytes = {};
  BN_bn2binpad(ECDSA_SIG_get0_r(signature.get()), bytes.data(), 32);
  BN_bn2binpad(ECDSA_SIG_get0_s(signature.get()), bytes.data() + 32, 32);
  return TextOf(bytes.data(), bytes.size());
}

std::string Hmac(std::string_view text, std::string_view secret) {
  std::array<unsigned char, EVP_MAX_MD_SIZE> mac = {};
  unsigned size = 0;
  HMAC(EVP_sha256(), secret.data(), static_cast<int>(secret.size()), Bytes(text), text.size(),
       mac.data(), &size);
  return TextOf(mac.data(), size);
}

std::string PublicPem(std::string_view pem) {
  const Owned<EVP_PKEY> key = ReadKey(pem);
  const Owned<BIO> memory(BIO_new(BIO_s_mem()));
  Demand(PEM_write_bio_PUBKEY(memory.get(), key.get()) == 1);
  char* text = nullptr;
  const long size = BIO_get_mem_data(memory.get(), &text);
  return {text, static_cast<std::size_t>(size)};
}

std::string SignedText(std::string_view header, std::string_view payload) {
  return formats::EncodeBase64Url(header) + "." + formats::EncodeBase64Url(payload);
}

std::string Token(std::string_view header, std::string_view payload, std::string_view pem) {
  return TokenOfText(SignedText(header, payload), pem);
}

std::string TokenOfText(const std::string& signed_text, std::string_view pem) {
  return signed_text + "." + formats::EncodeBase64Url(Sign(signed_text, pem));
}

std::string Jwk(std::string_view pem, std::string_view kid, std::string_view rest) {
  const Owned<EVP_PKEY> key = ReadKey(pem);
  return R"({"kty":"RSA","kid":")" + std::string(kid) + R"(","n":")" +
         NumberOf(key.get(), OSSL_PKEY_PARAM_RSA_N) + R"(","e":")" +
         NumberOf(key.get(), OSSL_PKEY_PARAM_RSA_E) + "\"" + std::string(rest) + "}";
}

std::string Jwks(const std::vector<std::string>& keys) {
  std::string text = R"({"keys":[)";
  for (const std::string& key : keys) {
    if (&key != &keys.front()) text.push_back(',');
    text += key;
  }
  return text + "]}";
}

Members Members::With(std::string_view name, std::string_view json) const {
  Members changed = *this;
  for (Pair& pair : changed.pairs_) {
    if (pair.first != name) continue;
    pair.second = json;
    return changed;
  }
  return Also(name, json);
}

Members Members::Without(std::string_view name) const {
  Members changed = *this;
  std::erase_if(changed.pairs_, [name](const Pair& pair) { return pair.first == name; });
  return changed;
}

Members Members::Also(std::string_view name, std::string_view json) const {
  Members changed = *this;
  changed.pairs_.emplace_back(name, json);
  return changed;
}

std::string Members::Text() const {
  std::string text = "{";
  for (const Pair& pair : pairs_) {
    if (&pair != &pairs_.front()) text.push_back(',');
    text += Quoted(pair.first) + ":" + pair.second;
  }
  return text + "}";
}

Members GoodClaims() {
  return Members({{"iss", Quoted(kIssuer)},
                  {"aud", Quoted(kAudience)},
                  {"scope", Quoted(kScope)},
                  {"client_id", R"("7d0b1c1e-0d42-4a0e-9d0a-5f3c1d9b7a11")"},
                  {"client_amr", R"("private_key_jwt")"},
                  {"token_type", R"("Bearer")"},
                  {"iat", "1748941200"},
                  {"exp", "1748941320"},
                  {"jti", R"("Zm9vYmFyLWludmVudGVk")"},
                  {"consumer", R"({"authority":"iso6523-actorid-upis","ID":"0192:314159268"})"}});
}

std::string GoodToken() { return Token(kGoodHeader, GoodClaims().Text(), kFirstKeyPem); }

std::string IssuerKeys() {
  return Jwks({Jwk(kFirstKeyPem, "key-a", R"(,"use":"sig","alg":"RS256")"),
               Jwk(kSecondKeyPem, "key-b"), Jwk(kWeakKeyPem, "weak"),
               Jwk(kFirstKeyPem, "encrypting", R"(,"use":"enc")"),
               Jwk(kFirstKeyPem, "longer-digest", R"(,"alg":"RS512")"),
               R"({"kty":"oct","kid":"secret","k":"c2VjcmV0"})",
               R"({"kty":"EC","crv":"P-256","kid":"curve","x":"AA","y":"AA"})"});
}

std::unique_ptr<KeySource> SourceOf(const std::string& key_set) {
  KeySourceOptions options;
  options.reader = [key_set](const std::string&) { return KeyText{.text = key_set}; };
  auto source = std::make_unique<KeySource>(std::move(options));
  source->ReadIfDue();
  return source;
}

TokenSettings Settings() {
  return {.issuer = std::string(kIssuer), .audience = std::string(kAudience), .realm = "register"};
}

}  // namespace orgreg::auth
