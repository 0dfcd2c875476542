// SPDX-License-Identifier: EUPL-1.2

// An Engine has the ciphers and keyed hashes of one key version. The vault picks an Engine by the
// version at the front of a sealed text; new texts get the newest one.

#include "auth/numbers/vault.h"

#include <openssl/core_names.h>
#include <openssl/crypto.h>
#include <openssl/evp.h>
#include <openssl/params.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <new>
#include <span>
#include <utility>

#include "base/values/ascii.h"
#include "formats/base64.h"

namespace orgreg::auth {
namespace {

using base::Code;
using base::Error;
using base::IdentityNumber;
using base::Result;

constexpr std::size_t kNonceBytes = 12;
constexpr std::size_t kTagBytes = 16;
constexpr std::size_t kSealedBytes = kNonceBytes + IdentityNumber::kDigits + kTagBytes;
constexpr std::size_t kSealedText = kSealedBytes / 3 * 4;
static_assert(kSealedBytes % 3 == 0, "base64 without padding and without unused bits");

using Sealed = std::array<std::uint8_t, kSealedBytes>;
using Nonce = std::array<std::uint8_t, kNonceBytes>;
using Digest = std::array<std::uint8_t, 32>;

template <typename T, void (*kFree)(T*)>
struct Freer {
  void operator()(T* pointer) const { kFree(pointer); }
};
using Cipher = std::unique_ptr<EVP_CIPHER, Freer<EVP_CIPHER, EVP_CIPHER_free>>;
using CipherContext = std::unique_ptr<EVP_CIPHER_CTX, Freer<EVP_CIPHER_CTX, EVP_CIPHER_CTX_free>>;
using Mac = std::unique_ptr<EVP_MAC, Freer<EVP_MAC, EVP_MAC_free>>;
using MacContext = std::unique_ptr<EVP_MAC_CTX, Freer<EVP_MAC_CTX, EVP_MAC_CTX_free>>;

// Only a lack of memory can make the calls fail that this checks.
void Require(bool done) {
  if (!done) throw std::bad_alloc();
}

const unsigned char* Bytes(std::string_view text) {
  return reinterpret_cast<const unsigned char*>(text.data());
}

// HMAC-SHA256 with its key set, copied for each text: the key is hashed only once.
class KeyedHash {
 public:
  explicit KeyedHash(const Secret& key) {
    const Mac mac(EVP_MAC_fetch(nullptr, "HMAC", nullptr));
    keyed_.reset(EVP_MAC_CTX_new(mac.get()));
    std::string digest = "SHA256";
    const std::array<OSSL_PARAM, 2> parameters = {
        OSSL_PARAM_construct_utf8_string(OSSL_MAC_PARAM_DIGEST, digest.data(), 0),
        OSSL_PARAM_construct_end()};
    Require(keyed_ != nullptr && EVP_MAC_init(keyed_.get(), key.bytes().data(), key.bytes().size(),
                                              parameters.data()) == 1);
  }

  Digest Of(std::string_view first, std::string_view second) const {
    const MacContext context(EVP_MAC_CTX_dup(keyed_.get()));
    Digest digest = {};
    std::size_t size = 0;
    Require(context != nullptr && EVP_MAC_update(context.get(), Bytes(first), first.size()) == 1 &&
            EVP_MAC_update(context.get(), Bytes(second), second.size()) == 1 &&
            EVP_MAC_final(context.get(), digest.data(), &size, digest.size()) == 1);
    return digest;
  }

 private:
  MacContext keyed_;
};

std::string Encode(const Sealed& sealed) {
  return formats::EncodeBase64Url({reinterpret_cast<const char*>(sealed.data()), sealed.size()});
}

std::optional<Sealed> Decode(std::string_view text) {
  if (text.size() != kSealedText) return std::nullopt;
  const std::optional<std::string> bytes = formats::DecodeBase64Url(text);
  if (!bytes || bytes->size() != kSealedBytes) return std::nullopt;
  Sealed sealed = {};
  std::copy(bytes->begin(), bytes->end(), sealed.begin());
  return sealed;
}

std::string Hexadecimal(const Digest& digest) {
  return base::ToHex({reinterpret_cast<const char*>(digest.data()), NumberVault::kBlindDigits / 2});
}

// The parts of "VERSION.REST", the version without leading zeroes. 0 where there is none.
std::pair<std::uint32_t, std::string_view> Split(std::string_view sealed) {
  std::uint32_t version = 0;
  const char* end = sealed.data() + sealed.size();
  const auto [stop, problem] = std::from_chars(sealed.data(), end, version);
  if (problem != std::errc() || stop == end || *stop != '.' || sealed.front() == '0') return {};
  return {version, sealed.substr(static_cast<std::size_t>(stop + 1 - sealed.data()))};
}

Error Damaged() { return {Code::kCorrupt, "a sealed identification number does not open"}; }

}  // namespace

// One key made ready for use. `key` outlives it.
struct NumberVault::Engine {
  explicit Engine(const NumberKey& key)
      : version(key.version),
        sealing(key.sealing.bytes()),
        nonce(key.nonce),
        blind(key.blind),
        mark(key.mark),
        cipher(EVP_CIPHER_fetch(nullptr, "AES-256-GCM", nullptr)) {
    Require(cipher != nullptr);
  }

  Nonce NonceOf(const IdentityNumber& number, std::string_view context) const;
  Sealed Seal(const IdentityNumber& number, std::string_view context) const;
  std::optional<IdentityNumber> Open(const Sealed& sealed, std::string_view context) const;

  std::uint32_t version;
  std::span<const std::uint8_t> sealing;
  KeyedHash nonce;
  KeyedHash blind;
  KeyedHash mark;
  Cipher cipher;
};

// The number has a fixed length, so that no two pairs give the same bytes.
Nonce NumberVault::Engine::NonceOf(const IdentityNumber& number, std::string_view context) const {
  const Digest digest = nonce.Of(context, number.Reveal());
  Nonce first = {};
  std::copy_n(digest.begin(), first.size(), first.begin());
  return first;
}

Sealed NumberVault::Engine::Seal(const IdentityNumber& number, std::string_view context) const {
  const std::string_view digits = number.Reveal();
  Sealed sealed = {};
  const Nonce start = NonceOf(number, context);
  std::copy(start.begin(), start.end(), sealed.begin());
  std::uint8_t* ciphertext = sealed.data() + kNonceBytes;
  const CipherContext gcm(EVP_CIPHER_CTX_new());
  int size = 0;
  Require(gcm != nullptr &&
          EVP_EncryptInit_ex2(gcm.get(), cipher.get(), sealing.data(), start.data(), nullptr) ==
              1 &&
          EVP_EncryptUpdate(gcm.get(), nullptr, &size, Bytes(context),
                            static_cast<int>(context.size())) == 1 &&
          EVP_EncryptUpdate(gcm.get(), ciphertext, &size, Bytes(digits),
                            static_cast<int>(digits.size())) == 1 &&
          EVP_EncryptFinal_ex(gcm.get(), ciphertext + digits.size(), &size) == 1 &&
          EVP_CIPHER_CTX_ctrl(gcm.get(), EVP_CTRL_AEAD_GET_TAG, kTagBytes,
                              ciphertext + digits.size()) == 1);
  return sealed;
}

std::optional<IdentityNumber> NumberVault::Engine::Open(const Sealed& sealed,
                                                        std::string_view context) const {
  const std::uint8_t* ciphertext = sealed.data() + kNonceBytes;
  std::array<std::uint8_t, kTagBytes> tag = {};
  std::copy_n(ciphertext + IdentityNumber::kDigits, tag.size(), tag.begin());
  std::array<char, IdentityNumber::kDigits> digits = {};
  auto* plain = reinterpret_cast<unsigned char*>(digits.data());
  const CipherContext gcm(EVP_CIPHER_CTX_new());
  int size = 0;
  Require(gcm != nullptr && EVP_DecryptInit_ex2(gcm.get(), cipher.get(), sealing.data(),
                                                sealed.data(), nullptr) == 1);
  const bool is_genuine =
      EVP_DecryptUpdate(gcm.get(), nullptr, &size, Bytes(context),
                        static_cast<int>(context.size())) == 1 &&
      EVP_DecryptUpdate(gcm.get(), plain, &size, ciphertext,
                        static_cast<int>(IdentityNumber::kDigits)) == 1 &&
      EVP_CIPHER_CTX_ctrl(gcm.get(), EVP_CTRL_AEAD_SET_TAG, kTagBytes, tag.data()) == 1 &&
      EVP_DecryptFinal_ex(gcm.get(), plain + IdentityNumber::kDigits, &size) == 1;
  // The wider rule: which one holds is a question for what comes in, not for what is stored.
  std::optional<IdentityNumber> number;
  if (is_genuine) {
    number = IdentityNumber::Parse({digits.data(), digits.size()}, base::ControlRule::kFrom2032);
  }
  OPENSSL_cleanse(digits.data(), digits.size());
  // The nonce authenticates too: its key is needed to make this text, even with the other key.
  const bool is_ours =
      number && CRYPTO_memcmp(NonceOf(*number, context).data(), sealed.data(), kNonceBytes) == 0;
  return is_ours ? number : std::nullopt;
}

NumberVault::NumberVault(NumberKeys keys) : keys_(std::move(keys)) {
  for (const NumberKey& key : keys_.all()) engines_.push_back(std::make_unique<Engine>(key));
}
NumberVault::NumberVault(NumberVault&&) noexcept = default;
NumberVault& NumberVault::operator=(NumberVault&&) noexcept = default;
NumberVault::~NumberVault() = default;

const NumberVault::Engine* NumberVault::Find(std::uint32_t version) const {
  for (const auto& engine : engines_) {
    if (engine->version == version) return engine.get();
  }
  return nullptr;
}

std::string NumberVault::Seal(const IdentityNumber& number, std::string_view context) const {
  const Engine& newest = *engines_.front();
  return std::to_string(newest.version) + "." + Encode(newest.Seal(number, context));
}

Result<IdentityNumber> NumberVault::Open(std::string_view sealed, std::string_view context) const {
  const auto [version, text] = Split(sealed);
  const std::optional<Sealed> bytes = Decode(text);
  if (version == 0 || !bytes) return Damaged();
  const Engine* engine = Find(version);
  if (engine == nullptr) {
    return Error{Code::kNotFound, "the file of keys has no version " + std::to_string(version)};
  }
  std::optional<IdentityNumber> number = engine->Open(*bytes, context);
  if (!number) return Damaged();
  return *number;
}

bool NumberVault::NeedsReseal(std::string_view sealed) const {
  return Split(sealed).first != engines_.front()->version;
}

std::vector<std::uint32_t> NumberVault::Versions() const {
  std::vector<std::uint32_t> versions;
  versions.reserve(engines_.size());
  for (const auto& engine : engines_) versions.push_back(engine->version);
  return versions;
}

std::string NumberVault::Blind(const IdentityNumber& number) const {
  return Hexadecimal(engines_.front()->blind.Of({}, number.Reveal()));
}

std::vector<std::string> NumberVault::BlindAll(const IdentityNumber& number) const {
  std::vector<std::string> all;
  all.reserve(engines_.size());
  for (const auto& engine : engines_) {
    all.push_back(Hexadecimal(engine->blind.Of({}, number.Reveal())));
  }
  return all;
}

std::string NumberVault::Mark(const IdentityNumber& number) const {
  return MarkAll(number).front();
}

std::vector<std::string> NumberVault::MarkAll(const IdentityNumber& number) const {
  std::vector<std::string> all;
  all.reserve(engines_.size());
  for (const auto& engine : engines_) {
    all.push_back(std::to_string(engine->version) + ":" +
                  Hexadecimal(engine->mark.Of({}, number.Reveal())));
  }
  return all;
}

std::optional<std::uint32_t> SealedVersion(std::string_view sealed) {
  const std::uint32_t version = Split(sealed).first;
  return version == 0 ? std::nullopt : std::optional(version);
}

std::optional<std::uint64_t> BlindKey64(std::string_view blind) {
  if (blind.size() != NumberVault::kBlindDigits ||
      !std::ranges::all_of(blind, base::IsLowerHexDigit)) {
    return std::nullopt;
  }
  std::uint64_t key = 0;
  std::from_chars(blind.data(), blind.data() + 16, key, 16);
  return key;
}

}  // namespace orgreg::auth
