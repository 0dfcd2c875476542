// SPDX-License-Identifier: EUPL-1.2

// Compares the cost of the whole check of an access token with the one part that cannot be saved:
// EVP_DigestVerify of the same signature with the same prepared key. Both run alternately in one
// thread.
//
//   token_check [--rounds N]
//
// Prints a line of JSON for each length of key: the medians of the rounds in microseconds, and the
// ratio of the first to the second.

#include <openssl/evp.h>
#include <openssl/pem.h>
#include <openssl/rsa.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "auth/tokens/checker.h"
#include "auth/tokens/key_source.h"
#include "auth/tokens/text.h"
#include "formats/base64.h"
#include "tools/token/mint.h"

namespace {

namespace auth = orgreg::auth;
namespace base = orgreg::base;

constexpr std::string_view kIssuer = "https://token.example.test/";
constexpr std::string_view kAudience = "https://data.example.test/enhetsregisteret/autorisert-api";
constexpr std::string_view kScope = "reg:data:enhetsregisteret:auto:roller";
constexpr int kChecksARound = 200;
constexpr std::size_t kDefaultRounds = 101;

void Demand(bool holds, const char* what) {
  if (holds) return;
  std::fprintf(stderr, "token_check: %s\n", what);
  std::exit(1);
}

struct FreeOpenSsl {
  void operator()(EVP_PKEY* key) const { EVP_PKEY_free(key); }
  void operator()(EVP_MD_CTX* context) const { EVP_MD_CTX_free(context); }
  void operator()(BIO* memory) const { BIO_free(memory); }
};
template <typename T>
using Owned = std::unique_ptr<T, FreeOpenSsl>;

std::string PemOf(EVP_PKEY* key) {
  const Owned<BIO> memory(BIO_new(BIO_s_mem()));
  Demand(
      PEM_write_bio_PKCS8PrivateKey(memory.get(), key, nullptr, nullptr, 0, nullptr, nullptr) == 1,
      "the key cannot be written");
  char* text = nullptr;
  const long size = BIO_get_mem_data(memory.get(), &text);
  return {text, static_cast<std::size_t>(size)};
}

std::string Mint(const orgreg::tools::SigningKey& key) {
  auto token = orgreg::tools::MintToken(key, {.issuer = std::string(kIssuer),
                                              .audience = std::string(kAudience),
                                              .scopes = {std::string(kScope)},
                                              .consumer = base::OrgNumber(314159268),
                                              .client_id = "7d0b1c1e-0d42-4a0e-9d0a-5f3c1d9b7a11",
                                              .issued = std::chrono::system_clock::now(),
                                              .lifetime = std::chrono::hours(1)});
  Demand(token.ok(), "no token can be made");
  return std::move(token).value();
}

std::unique_ptr<auth::KeySource> SourceOf(std::string key_set) {
  auth::KeySourceOptions options;
  options.reader = [text = std::move(key_set)](const std::string&) {
    return auth::KeyText{.text = text};
  };
  auto source = std::make_unique<auth::KeySource>(std::move(options));
  source->ReadIfDue();
  return source;
}

// The header field is checked as it comes with a request.
bool IsGranted(const auth::TokenChecker& checker, std::string_view field) {
  const auth::TokenRequest request = {.authorization = std::span(&field, 1),
                                      .scopes = std::span(&kScope, 1),
                                      .now = std::chrono::system_clock::now()};
  return checker.Check(request).granted();
}

bool IsVerified(EVP_PKEY* key, std::string_view text, std::string_view signature) {
  const Owned<EVP_MD_CTX> context(EVP_MD_CTX_new());
  const auto* const signed_bytes = reinterpret_cast<const unsigned char*>(text.data());
  const auto* const signature_bytes = reinterpret_cast<const unsigned char*>(signature.data());
  return EVP_DigestVerifyInit(context.get(), nullptr, EVP_sha256(), nullptr, key) == 1 &&
         EVP_DigestVerify(context.get(), signature_bytes, signature.size(), signed_bytes,
                          text.size()) == 1;
}

double Microseconds(const std::function<bool()>& work) {
  const auto begun = std::chrono::steady_clock::now();
  for (int i = 0; i < kChecksARound; ++i) Demand(work(), "a good token is refused");
  const std::chrono::duration<double, std::micro> passed = std::chrono::steady_clock::now() - begun;
  return passed.count() / kChecksARound;
}

double Median(std::vector<double> values) {
  std::ranges::sort(values);
  return values[values.size() / 2];
}

void Measure(unsigned bits, std::size_t rounds) {
  const Owned<EVP_PKEY> key(EVP_RSA_gen(bits));
  const auto signing = orgreg::tools::SigningKey::FromPem(PemOf(key.get()));
  Demand(signing.ok(), "the key is not usable");
  const auto source = SourceOf(signing->Jwks());
  const auto checker = auth::TokenChecker::Make(
      {.issuer = std::string(kIssuer), .audience = std::string(kAudience)}, source.get());
  Demand(checker.ok(), "the settings are refused");
  const std::string token = Mint(*signing);
  const std::string field = "Bearer " + token;
  const auto parts = auth::SplitToken(token);
  const std::string signature = *orgreg::formats::DecodeBase64Url(parts->signature);

  std::vector<double> checks;
  std::vector<double> verifications;
  for (std::size_t round = 0; round < rounds; ++round) {
    checks.push_back(Microseconds([&] { return IsGranted(*checker, field); }));
    verifications.push_back(
        Microseconds([&] { return IsVerified(key.get(), parts->signed_text, signature); }));
  }
  std::printf("{\"bits\": %u, \"check_us\": %.2f, \"verify_us\": %.2f, \"ratio\": %.3f}\n", bits,
              Median(checks), Median(verifications), Median(checks) / Median(verifications));
}

}  // namespace

int main(int argc, char** argv) {
  std::size_t rounds = kDefaultRounds;
  if (argc == 3 && std::string_view(argv[1]) == "--rounds")
    rounds = std::strtoul(argv[2], nullptr, 10);
  Demand(rounds > 0, "--rounds: not a number above 0");
  for (const unsigned bits : {2048U, 4096U}) Measure(bits, rounds);
  return 0;
}
