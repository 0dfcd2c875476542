// SPDX-License-Identifier: EUPL-1.2

// An Engine has the ciphers and keyed hashes of one key version. The vault picks an Engine by the
// version at the front of a sealed text, and the cipher by the scheme after it; new texts get the
// newest key.

#include "auth/numbers/vault.h"

#include <openssl/core_names.h>
#include <openssl/crypto.h>
#include <openssl/params.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <span>
#include <utility>

#include "auth/numbers/evp.h"
#include "auth/numbers/former_sealing.h"
#include "auth/numbers/siv.h"
#include "base/values/ascii.h"
#include "formats/base64.h"

namespace orgreg::auth {
namespace {

using base::Code;
using base::Error;
using base::IdentityNumber;
using base::Result;

constexpr std::string_view kSivScheme = "siv.";
constexpr std::size_t kSivBytes = Siv::kTagBytes + IdentityNumber::kDigits;
constexpr std::size_t kFormerBytes =
    FormerSealing::kNonceBytes + IdentityNumber::kDigits + FormerSealing::kTagBytes;
static_assert(kSivBytes % 3 == 0 && kFormerBytes % 3 == 0, "base64 without unused bits");

using Digest = std::array<std::uint8_t, 32>;

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

  Digest Of(std::string_view text) const {
    const MacContext context(EVP_MAC_CTX_dup(keyed_.get()));
    Digest digest = {};
    std::size_t size = 0;
    Require(context != nullptr && EVP_MAC_update(context.get(), Bytes(text), text.size()) == 1 &&
            EVP_MAC_final(context.get(), digest.data(), &size, digest.size()) == 1);
    return digest;
  }

 private:
  MacContext keyed_;
};

std::string Hexadecimal(const Digest& digest) {
  return base::ToHex({reinterpret_cast<const char*>(digest.data()), NumberVault::kBlindDigits / 2});
}

enum class Scheme : std::uint8_t {
  kUnknown,
  kSiv,
  kFormer,
};

// The parts of a sealed text. The version is 0 if the text has none.
struct Parts {
  std::uint32_t version = 0;
  Scheme scheme = Scheme::kUnknown;
  std::string_view encoded = {};
};

Parts Split(std::string_view sealed) {
  std::uint32_t version = 0;
  const char* end = sealed.data() + sealed.size();
  const auto [stop, problem] = std::from_chars(sealed.data(), end, version);
  if (problem != std::errc() || stop == end || *stop != '.' || sealed.front() == '0') return {};
  const std::string_view rest = sealed.substr(static_cast<std::size_t>(stop + 1 - sealed.data()));
  if (rest.starts_with(kSivScheme)) return {version, Scheme::kSiv, rest.substr(kSivScheme.size())};
  return {version, rest.find('.') == rest.npos ? Scheme::kFormer : Scheme::kUnknown, rest};
}

// Empty if the text does not encode as many bytes as its scheme has.
std::string Decode(const Parts& parts) {
  const std::size_t size = parts.scheme == Scheme::kSiv ? kSivBytes : kFormerBytes;
  if (parts.scheme == Scheme::kUnknown || parts.encoded.size() != size / 3 * 4) return {};
  return formats::DecodeBase64Url(parts.encoded).value_or(std::string());
}

Error Damaged() { return {Code::kCorrupt, "a sealed identification number does not open"}; }

}  // namespace

// One key made ready for use. `key` outlives it.
struct NumberVault::Engine {
  explicit Engine(const NumberKey& key)
      : version(key.version), siv(key.sealing), former(key), blind(key.blind), mark(key.mark) {}

  std::optional<IdentityNumber> Open(Scheme scheme, std::string_view sealed,
                                     std::string_view context) const;

  std::uint32_t version;
  Siv siv;
  FormerSealing former;
  KeyedHash blind;
  KeyedHash mark;
};

std::optional<IdentityNumber> NumberVault::Engine::Open(Scheme scheme, std::string_view sealed,
                                                        std::string_view context) const {
  const std::span<const std::uint8_t> bytes(Bytes(sealed), sealed.size());
  std::array<char, IdentityNumber::kDigits> digits = {};
  const bool is_genuine = scheme == Scheme::kSiv ? siv.Open(bytes, context, digits)
                                                 : former.Open(bytes, context, digits);
  // The wider rule: which one holds is a question for what comes in, not for what is stored.
  std::optional<IdentityNumber> number;
  if (is_genuine) {
    number = IdentityNumber::Parse({digits.data(), digits.size()}, base::ControlRule::kFrom2032);
  }
  OPENSSL_cleanse(digits.data(), digits.size());
  return number;
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
  std::array<std::uint8_t, kSivBytes> sealed = {};
  newest.siv.Seal(number.Reveal(), context, sealed);
  return std::to_string(newest.version)
      .append(".")
      .append(kSivScheme)
      .append(
          formats::EncodeBase64Url({reinterpret_cast<const char*>(sealed.data()), sealed.size()}));
}

Result<IdentityNumber> NumberVault::Open(std::string_view sealed, std::string_view context) const {
  const Parts parts = Split(sealed);
  const std::string bytes = Decode(parts);
  if (parts.version == 0 || bytes.empty()) return Damaged();
  const Engine* engine = Find(parts.version);
  if (engine == nullptr) {
    return Error{Code::kNotFound,
                 "the file of keys has no version " + std::to_string(parts.version)};
  }
  std::optional<IdentityNumber> number = engine->Open(parts.scheme, bytes, context);
  if (!number) return Damaged();
  return *number;
}

bool NumberVault::NeedsReseal(std::string_view sealed) const {
  const Parts parts = Split(sealed);
  return parts.version != engines_.front()->version || parts.scheme != Scheme::kSiv;
}

std::vector<std::uint32_t> NumberVault::Versions() const {
  std::vector<std::uint32_t> versions;
  versions.reserve(engines_.size());
  for (const auto& engine : engines_) versions.push_back(engine->version);
  return versions;
}

std::vector<std::string> NumberVault::Ids() const {
  std::vector<std::string> ids;
  ids.reserve(keys_.all().size());
  for (const NumberKey& key : keys_.all()) ids.push_back(key.id);
  return ids;
}

std::string NumberVault::Blind(const IdentityNumber& number) const {
  return Hexadecimal(engines_.front()->blind.Of(number.Reveal()));
}

std::vector<std::string> NumberVault::BlindAll(const IdentityNumber& number) const {
  std::vector<std::string> all;
  all.reserve(engines_.size());
  for (const auto& engine : engines_) {
    all.push_back(Hexadecimal(engine->blind.Of(number.Reveal())));
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
                  Hexadecimal(engine->mark.Of(number.Reveal())));
  }
  return all;
}

std::optional<std::uint32_t> SealedVersion(std::string_view sealed) {
  const std::uint32_t version = Split(sealed).version;
  return version == 0 ? std::nullopt : std::optional(version);
}

bool IsLaterForm(std::string_view former, std::string_view present) {
  const Parts before = Split(former);
  const Parts after = Split(present);
  return before.version != 0 && before.version == after.version &&
         before.scheme == Scheme::kFormer && after.scheme == Scheme::kSiv;
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
