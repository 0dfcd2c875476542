// SPDX-License-Identifier: EUPL-1.2

// First the texts of a token, then the key: it is generated or loaded with OpenSSL, its public part
// becomes a key set, and it signs the encoded header and payload.

#include "tools/token/mint.h"

#include <openssl/bn.h>
#include <openssl/core_names.h>
#include <openssl/crypto.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/pem.h>
#include <openssl/rand.h>
#include <openssl/rsa.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <fstream>
#include <iterator>
#include <utility>

#include "auth/tokens/claims.h"
#include "auth/tokens/key_set.h"
#include "base/files/file_access.h"
#include "base/files/folder.h"
#include "base/files/new_file.h"
#include "base/files/system_error.h"
#include "formats/base64.h"
#include "formats/json/text.h"

namespace orgreg::tools {
namespace {

constexpr std::size_t kJtiBytes = 16;
constexpr std::chrono::hours kLongestLifetime{24};

struct FreeOpenSsl {
  void operator()(EVP_PKEY* key) const { EVP_PKEY_free(key); }
  void operator()(EVP_MD_CTX* context) const { EVP_MD_CTX_free(context); }
  void operator()(BIO* memory) const { BIO_free(memory); }
  void operator()(BIGNUM* number) const { BN_free(number); }
};
template <typename T>
using Owned = std::unique_ptr<T, FreeOpenSsl>;

base::Error Invalid(const char* message) { return {base::Code::kInvalid, message}; }

base::Error OpenSslError(const char* action) {
  ERR_clear_error();
  return {base::Code::kUnavailable, std::string(action) + " failed"};
}

std::string ViewOf(const unsigned char* bytes, std::size_t size) {
  return {reinterpret_cast<const char*>(bytes), size};
}

// One of the numbers of the public key, in base64url; empty where it has none of that name.
std::string NumberOf(const EVP_PKEY* key, const char* name) {
  BIGNUM* number = nullptr;
  if (EVP_PKEY_get_bn_param(key, name, &number) != 1) return {};
  const Owned<BIGNUM> owned(number);
  std::vector<unsigned char> bytes(static_cast<std::size_t>(BN_num_bytes(number)));
  BN_bn2bin(number, bytes.data());
  return formats::EncodeBase64Url(ViewOf(bytes.data(), bytes.size()));
}

std::string Sha256Of(std::string_view text) {
  std::array<unsigned char, EVP_MAX_MD_SIZE> digest = {};
  unsigned size = 0;
  EVP_Digest(text.data(), text.size(), digest.data(), &size, EVP_sha256(), nullptr);
  return ViewOf(digest.data(), size);
}

void AppendMember(std::string_view name, std::string_view value, std::string* out) {
  if (!out->ends_with('{')) out->push_back(',');
  formats::AppendJsonString(name, out);
  out->push_back(':');
  formats::AppendJsonString(value, out);
}

void AppendSeconds(std::string_view name, std::chrono::system_clock::time_point time,
                   std::string* out) {
  out->push_back(',');
  formats::AppendJsonString(name, out);
  out->push_back(':');
  formats::AppendInteger(
      std::chrono::duration_cast<std::chrono::seconds>(time.time_since_epoch()).count(), out);
}

// Puts the bytes in a file that only its owner may read, and that did not exist.
base::Status SaveNew(const std::string& path, std::string_view bytes) {
  auto file = TRY(base::NewFile::Begin(path, 0600));
  if (!base::WriteAll(file.descriptor(), bytes)) return base::IoError(path, errno);
  TRY(file.Sync());
  TRY(file.PlaceAlone());
  return base::SyncFolderOf(path);
}

std::string Joined(const std::vector<std::string>& scopes) {
  std::string joined;
  for (const std::string& scope : scopes) {
    if (!joined.empty()) joined.push_back(' ');
    joined += scope;
  }
  return joined;
}

base::Status CheckClaims(const TokenClaims& claims) {
  if (claims.issuer.empty()) return Invalid("a token needs an issuer");
  if (!auth::IsClientId(claims.client_id))
    return Invalid("the client of a token is not 1 to 255 printable ASCII characters");
  if (!claims.consumer.HasValidCheckDigit())
    return Invalid("the consumer of a token is not an organisation number");
  if (claims.lifetime < std::chrono::seconds(1) || claims.lifetime > kLongestLifetime)
    return Invalid("a token lives from 1 second to 24 hours");
  const auto is_bad = [](const std::string& scope) {
    return scope.empty() || scope.find(' ') != std::string::npos;
  };
  if (std::any_of(claims.scopes.begin(), claims.scopes.end(), is_bad))
    return Invalid("a scope is a word without spaces");
  return {};
}

std::string Payload(const TokenClaims& claims, std::string_view jti) {
  std::string json = "{";
  AppendMember("iss", claims.issuer, &json);
  if (!claims.audience.empty()) AppendMember("aud", claims.audience, &json);
  AppendMember("scope", Joined(claims.scopes), &json);
  AppendMember("client_id", claims.client_id, &json);
  AppendMember("token_type", "Bearer", &json);
  AppendMember("jti", jti, &json);
  AppendSeconds("iat", claims.issued, &json);
  AppendSeconds("exp", claims.issued + claims.lifetime, &json);
  json += R"(,"consumer":{"authority":"iso6523-actorid-upis","ID":"0192:)";
  claims.consumer.AppendTo(&json);
  json += R"("}})";
  return json;
}

}  // namespace

struct SigningKey::State {
  Owned<EVP_PKEY> key;
};

SigningKey::SigningKey(std::unique_ptr<const State> state) : state_(std::move(state)) {}
SigningKey::SigningKey(SigningKey&&) noexcept = default;
SigningKey& SigningKey::operator=(SigningKey&&) noexcept = default;
SigningKey::~SigningKey() = default;

base::Result<SigningKey> SigningKey::FromState(std::unique_ptr<const State> state) {
  const EVP_PKEY* const pkey = state->key.get();
  if (EVP_PKEY_is_a(pkey, "RSA") != 1 || EVP_PKEY_get_bits(pkey) < auth::PublicKey::kLeastBits)
    return Invalid("the key is not an RSA key of at least 2048 bits");
  SigningKey key(std::move(state));
  key.modulus_ = NumberOf(pkey, OSSL_PKEY_PARAM_RSA_N);
  key.exponent_ = NumberOf(pkey, OSSL_PKEY_PARAM_RSA_E);
  key.kid_ = formats::EncodeBase64Url(
      Sha256Of(R"({"e":")" + key.exponent_ + R"(","kty":"RSA","n":")" + key.modulus_ + R"("})"));
  return key;
}

base::Result<SigningKey> SigningKey::Generate(int bits) {
  if (bits != 2048 && bits != 3072 && bits != 4096)
    return Invalid("a key has 2048, 3072 or 4096 bits");
  Owned<EVP_PKEY> key(EVP_RSA_gen(static_cast<unsigned>(bits)));
  if (key == nullptr) return OpenSslError("making a key");
  return FromState(std::make_unique<const State>(State{std::move(key)}));
}

base::Result<SigningKey> SigningKey::FromPem(std::string_view pem) {
  const Owned<BIO> memory(BIO_new_mem_buf(pem.data(), static_cast<int>(pem.size())));
  // A key under a password is refused rather than asked for at a terminal.
  pem_password_cb* const no_password = [](char*, int, int, void*) { return -1; };
  Owned<EVP_PKEY> key(PEM_read_bio_PrivateKey(memory.get(), nullptr, no_password, nullptr));
  if (key == nullptr) {
    ERR_clear_error();
    return Invalid("not a private key in PEM without a password");
  }
  return FromState(std::make_unique<const State>(State{std::move(key)}));
}

base::Result<SigningKey> SigningKey::Load(const std::string& path) {
  TRY(base::CheckFile(path, base::Access::kRead));
  std::ifstream file(path, std::ios::binary);
  if (!file) return base::OpenError(path, errno);
  std::string pem((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
  auto key = FromPem(pem);
  OPENSSL_cleanse(pem.data(), pem.size());
  if (!key) return std::move(key).error().At(path);
  return key;
}

base::Status SigningKey::Save(const std::string& path) const {
  const Owned<BIO> memory(BIO_new(BIO_s_mem()));
  if (PEM_write_bio_PKCS8PrivateKey(memory.get(), state_->key.get(), nullptr, nullptr, 0, nullptr,
                                    nullptr) != 1)
    return OpenSslError("writing the key as PEM");
  char* pem = nullptr;
  const long size = BIO_get_mem_data(memory.get(), &pem);
  base::Status status = SaveNew(path, {pem, static_cast<std::size_t>(size)});
  OPENSSL_cleanse(pem, static_cast<std::size_t>(size));
  return status;
}

std::string SigningKey::Jwks() const {
  std::string json = R"({"keys":[{)";
  AppendMember("kty", "RSA", &json);
  AppendMember("use", "sig", &json);
  AppendMember("alg", "RS256", &json);
  AppendMember("kid", kid_, &json);
  AppendMember("n", modulus_, &json);
  AppendMember("e", exponent_, &json);
  json += "}]}\n";
  return json;
}

base::Result<std::string> SigningKey::Sign(std::string_view text) const {
  const Owned<EVP_MD_CTX> context(EVP_MD_CTX_new());
  const auto* const bytes = reinterpret_cast<const unsigned char*>(text.data());
  std::vector<unsigned char> signature(
      static_cast<std::size_t>(EVP_PKEY_get_size(state_->key.get())));
  std::size_t size = signature.size();
  if (context == nullptr ||
      EVP_DigestSignInit(context.get(), nullptr, EVP_sha256(), nullptr, state_->key.get()) != 1 ||
      EVP_DigestSign(context.get(), signature.data(), &size, bytes, text.size()) != 1)
    return OpenSslError("signing");
  return ViewOf(signature.data(), size);
}

base::Result<std::string> MintToken(const SigningKey& key, const TokenClaims& claims) {
  if (auto status = CheckClaims(claims); !status) return std::move(status).error();
  std::array<unsigned char, kJtiBytes> jti = {};
  if (RAND_bytes(jti.data(), static_cast<int>(jti.size())) != 1)
    return OpenSslError("getting random bytes");
  std::string header = "{";
  AppendMember("kid", key.kid(), &header);
  AppendMember("alg", "RS256", &header);
  header += "}";
  std::string token = formats::EncodeBase64Url(header) + "." +
                      formats::EncodeBase64Url(Payload(
                          claims, formats::EncodeBase64Url(ViewOf(jti.data(), jti.size()))));
  const auto signature = TRY(key.Sign(token));
  return token + "." + formats::EncodeBase64Url(signature);
}

}  // namespace orgreg::tools
