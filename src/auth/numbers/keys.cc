// SPDX-License-Identifier: EUPL-1.2

// Each line of a key file is a version and a key, from which the keys for sealing, indexes and
// marks are derived. A file with equal keys or repeated versions is rejected.

#include "auth/numbers/keys.h"

#include <fmt/format.h>
#include <openssl/core_names.h>
#include <openssl/crypto.h>
#include <openssl/params.h>
#include <openssl/rand.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <optional>

#include "auth/numbers/evp.h"
#include "auth/numbers/siv.h"
#include "auth/secrets/private_file.h"
#include "base/values/ascii.h"

namespace orgreg::auth {
namespace {

using base::Code;
using base::Error;
using base::Result;
using base::Status;

constexpr std::size_t kMostFileBytes = 65'536;
constexpr std::string_view kBlanks = " \t\r";
constexpr std::size_t kIdBytes = 16;
constexpr std::size_t kKeyText = 44;  // 32 bytes in base64, the padding included.

using KeyText = std::array<unsigned char, kKeyText + 1>;  // OpenSSL ends what it encodes by NUL.

std::optional<std::uint32_t> ReadVersion(std::string_view text) {
  std::uint32_t version = 0;
  const char* end = text.data() + text.size();
  const auto [stop, problem] = std::from_chars(text.data(), end, version);
  const bool is_plain = !text.empty() && text.front() != '0' && stop == end;
  if (problem != std::errc() || !is_plain || version > NumberKeys::kMostVersion) return {};
  return version;
}

// Strict: what does not encode to the same text again is refused.
std::optional<Secret> ReadKey(std::string_view text) {
  if (text.size() != kKeyText) return std::nullopt;
  Secret decoded(kKeyText / 4 * 3);
  KeyText again = {};
  const bool is_base64 =
      EVP_DecodeBlock(decoded.bytes().data(), reinterpret_cast<const unsigned char*>(text.data()),
                      kKeyText) == static_cast<int>(decoded.bytes().size());
  EVP_EncodeBlock(again.data(), decoded.bytes().data(), NumberKeys::kKeyBytes);
  const bool is_same = CRYPTO_memcmp(again.data(), text.data(), kKeyText) == 0;
  OPENSSL_cleanse(again.data(), again.size());
  if (!is_base64 || !is_same) return std::nullopt;
  Secret key(NumberKeys::kKeyBytes);
  std::copy_n(decoded.bytes().data(), NumberKeys::kKeyBytes, key.bytes().data());
  return key;
}

// A placeholder such as 32 zeroes.
bool IsOneByteRepeated(const Secret& key) {
  const auto bytes = key.bytes();
  return std::all_of(bytes.begin(), bytes.end(),
                     [&bytes](std::uint8_t byte) { return byte == bytes.front(); });
}

// HKDF-SHA256 without salt: the key is random already. `purpose` keeps the keys apart.
Secret Derive(const Secret& key, std::string purpose, std::size_t size_bytes) {
  const Kdf kdf(EVP_KDF_fetch(nullptr, "HKDF", nullptr));
  const KdfContext context(EVP_KDF_CTX_new(kdf.get()));
  std::string digest = "SHA256";
  auto* input = const_cast<std::uint8_t*>(key.bytes().data());  // Only read.
  const std::array<OSSL_PARAM, 4> parameters = {
      OSSL_PARAM_construct_utf8_string(OSSL_KDF_PARAM_DIGEST, digest.data(), 0),
      OSSL_PARAM_construct_octet_string(OSSL_KDF_PARAM_KEY, input, key.bytes().size()),
      OSSL_PARAM_construct_octet_string(OSSL_KDF_PARAM_INFO, purpose.data(), purpose.size()),
      OSSL_PARAM_construct_end()};
  Secret derived(size_bytes);
  Require(context != nullptr && EVP_KDF_derive(context.get(), derived.bytes().data(), size_bytes,
                                               parameters.data()) == 1);
  return derived;
}

std::string HexOf(const Secret& secret) {
  const auto bytes = secret.bytes();
  return base::ToHex({reinterpret_cast<const char*>(bytes.data()), bytes.size()});
}

// These names are part of the stored format: another name is another key.
NumberKey DeriveAll(std::uint32_t version, const Secret& key) {
  const auto derive = [&key](std::string_view purpose,
                             std::size_t size_bytes = NumberKeys::kKeyBytes) {
    return Derive(key, "orgreg identification number: " + std::string(purpose), size_bytes);
  };
  return {.version = version,
          .sealing = derive("AES-256-SIV", Siv::kKeyBytes),
          .blind = derive("blind index"),
          .mark = derive("audit mark"),
          .id = fmt::format("{}:{}", version, HexOf(derive("key id", kIdBytes))),
          .former_sealing = derive("sealing"),
          .former_nonce = derive("nonce")};
}

bool IsSameKey(const NumberKey& a, const NumberKey& b) {
  return CRYPTO_memcmp(a.sealing.bytes().data(), b.sealing.bytes().data(), Siv::kKeyBytes) == 0;
}

Result<NumberKey> ReadLine(std::string_view line) {
  const std::size_t gap = line.find_first_of(" \t");
  if (gap == std::string_view::npos) return Error{Code::kInvalid, "is not VERSION BASE64"};
  const std::optional<std::uint32_t> version = ReadVersion(line.substr(0, gap));
  if (!version)
    return Error{Code::kInvalid, "the version is not a whole number from 1 to 999999999"};
  const std::optional<Secret> key = ReadKey(base::Trim(line.substr(gap), kBlanks));
  if (!key) return Error{Code::kInvalid, "the key is not 32 bytes in base64"};
  if (IsOneByteRepeated(*key)) return Error{Code::kInvalid, "the key is not random"};
  return DeriveAll(*version, *key);
}

Status CheckAgainst(const NumberKey& key, std::span<const NumberKey> others) {
  for (const NumberKey& other : others) {
    if (other.version == key.version) return Error{Code::kInvalid, "the version is there twice"};
    if (IsSameKey(other, key)) return Error{Code::kInvalid, "the key is there twice"};
  }
  if (others.size() == NumberKeys::kMostKeys) return Error{Code::kLimit, "more than 64 keys"};
  return {};
}

}  // namespace

Result<NumberKeys> NumberKeys::Parse(std::string_view text) {
  NumberKeys ring;
  for (std::size_t number = 1; !text.empty(); ++number) {
    const std::string_view line = base::Trim(base::TakeUntil('\n', &text), kBlanks);
    if (line.empty() || line.front() == '#') continue;
    const std::string where = "line " + std::to_string(number);
    Result<NumberKey> key = ReadLine(line);
    if (!key) return std::move(key).error().At(where);
    if (Status fits = CheckAgainst(*key, ring.keys_); !fits)
      return std::move(fits).error().At(where);
    ring.keys_.push_back(std::move(*key));
  }
  if (ring.keys_.empty()) return Error{Code::kInvalid, "there is no key"};
  std::sort(ring.keys_.begin(), ring.keys_.end(),
            [](const NumberKey& a, const NumberKey& b) { return a.version > b.version; });
  return ring;
}

Result<NumberKeys> NumberKeys::Load(const std::string& path) {
  return LoadPrivateFile(path, kMostFileBytes, Parse);
}

const NumberKey* NumberKeys::Find(std::uint32_t version) const {
  for (const NumberKey& key : keys_) {
    if (key.version == version) return &key;
  }
  return nullptr;
}

Result<std::string> MakeKeyLine(std::uint32_t version) {
  if (version == 0 || version > NumberKeys::kMostVersion) {
    return Error{Code::kInvalid, "the version is not a whole number from 1 to 999999999"};
  }
  Secret key(NumberKeys::kKeyBytes);
  if (RAND_priv_bytes(key.bytes().data(), NumberKeys::kKeyBytes) != 1) {
    return Error{Code::kIo, "the system gives no random numbers"};
  }
  KeyText encoded = {};
  EVP_EncodeBlock(encoded.data(), key.bytes().data(), NumberKeys::kKeyBytes);
  std::string line;
  line.reserve(kKeyText + 16);  // No copy is left behind in a smaller buffer.
  line = std::to_string(version) + " ";
  line.append(reinterpret_cast<const char*>(encoded.data()), kKeyText);
  OPENSSL_cleanse(encoded.data(), encoded.size());
  return line;
}

}  // namespace orgreg::auth
