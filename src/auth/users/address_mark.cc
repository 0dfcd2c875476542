// SPDX-License-Identifier: EUPL-1.2

#include "auth/users/address_mark.h"

#include <openssl/rand.h>

#include <algorithm>
#include <optional>
#include <utility>

#include "auth/secrets/keyed_hash.h"
#include "auth/secrets/private_file.h"
#include "base/values/client_network.h"
#include "formats/base64.h"
#include "formats/file_writer.h"
#include "formats/sha256.h"

namespace orgreg::auth {
namespace {

using base::Code;
using base::Error;
using base::Result;
using base::Status;

constexpr std::size_t kMostFileBytes = 128;
constexpr std::size_t kCheckDigits = 16;

std::string CheckOf(std::string_view secret) {
  formats::Sha256 sum;
  sum.Add(secret);
  return sum.Finish().substr(0, kCheckDigits);
}

Result<Secret> ReadSecret(const std::string& path) {
  const auto text = TRY(ReadPrivateFile(path, kMostFileBytes));
  std::string_view line = text.text();
  if (line.ends_with('\n')) line.remove_suffix(1);
  if (const std::size_t blank = line.find(' '); blank != std::string_view::npos) {
    const std::string_view check = line.substr(blank + 1);
    line = line.substr(0, blank);
    if (check != CheckOf(line)) return Error{Code::kCorrupt, "is damaged"}.At(path);
  }
  std::optional<std::string> bytes = formats::DecodeBase64(line);
  if (!bytes || bytes->size() != AddressMarker::kSecretBytes) {
    return Error{Code::kInvalid, "is not a secret of 32 bytes in base64"}.At(path);
  }
  Secret secret(bytes->size());
  std::ranges::copy(*bytes, secret.bytes().begin());
  Wipe(&*bytes);
  return secret;
}

// A file that another process made meanwhile stays.
Status MakeSecret(const std::string& path) {
  auto file = TRY(formats::FileWriter::Create(path, formats::Readers::kOwner));
  const Result<Secret> there = ReadSecret(path);
  if (there || there.error().code != Code::kNotFound) return {};
  Secret secret(AddressMarker::kSecretBytes);
  if (RAND_priv_bytes(secret.bytes().data(), static_cast<int>(secret.bytes().size())) != 1) {
    return Error{Code::kIo, "the system gives no random numbers"};
  }
  std::string line = formats::EncodeBase64(secret.text());
  line += " " + CheckOf(line) + "\n";
  Status status = file->Append(line);
  Wipe(&line);
  if (status) status = file->Finish();
  return status ? file->Publish() : std::move(status);
}

}  // namespace

Result<AddressMarker> AddressMarker::Open(const std::string& secret_path) {
  Result<Secret> secret = ReadSecret(secret_path);
  if (!secret && secret.error().code == Code::kNotFound) {
    TRY(MakeSecret(secret_path));
    secret = ReadSecret(secret_path);
  }
  if (!secret) return std::move(secret).error();
  return AddressMarker(std::move(*secret));
}

std::string AddressMarker::Mark(std::string_view address) const {
  const KeyedDigest digest = HmacSha256(secret_.bytes(), base::ClientNetwork(address));
  return formats::EncodeBase64({reinterpret_cast<const char*>(digest.data()), digest.size()});
}

}  // namespace orgreg::auth
