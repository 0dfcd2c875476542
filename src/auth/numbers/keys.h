// SPDX-License-Identifier: EUPL-1.2

// The keys that identification numbers are sealed with, read from a credential file:
//
//   # comment
//   VERSION BASE64
//
// VERSION is a positive whole number without leading zeroes, BASE64 are 32 random bytes. The
// highest version seals; every version opens. A rotation adds a new line, runs `orgreg numbers
// reseal`, and only then removes the old line. A key for each purpose is derived from each line
// (HKDF-SHA256). Errors name the file and the line, never the content.
//
// The keys do not change after they were read; safe from any thread.

#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "auth/secrets/secret.h"
#include "base/result.h"

namespace orgreg::auth {

// The keys from one line of the file.
struct NumberKey {
  std::uint32_t version = 0;
  Secret sealing = {};  // AES-256-SIV: 64 bytes; the others have 32
  Secret blind = {};    // HMAC-SHA256: the blind index
  Secret mark = {};     // HMAC-SHA256: the number's mark in the audit log
  // "VERSION:32 hexadecimal digits", derived as the keys are: tells whether two have the same key,
  // and is no secret.
  std::string id = {};
  // For texts that were sealed before AES-256-SIV (former_sealing.h).
  Secret former_sealing = {};  // AES-256-GCM
  Secret former_nonce = {};    // HMAC-SHA256: the nonce
};

class NumberKeys {
 public:
  static constexpr std::size_t kKeyBytes = 32;
  static constexpr std::size_t kMostKeys = 64;
  static constexpr std::uint32_t kMostVersion = 999'999'999;

  // kIo where the file cannot be read; kInvalid where others than its owner may read it or
  // a line breaks the rules. Group-readable is accepted inside $CREDENTIALS_DIRECTORY alone,
  // because systemd lends its credentials by an access list that looks like that.
  static base::Result<NumberKeys> Load(const std::string& path);
  // The same, from the text of the file.
  static base::Result<NumberKeys> Parse(std::string_view text);

  const NumberKey& newest() const { return keys_.front(); }
  // The keys, newest first; never empty.
  std::span<const NumberKey> all() const { return keys_; }
  // Null if there is no such version.
  const NumberKey* Find(std::uint32_t version) const;

 private:
  std::vector<NumberKey> keys_;
};

// A line for the file, without a line end, from 32 bytes of the system's random numbers.
// The caller wipes it. kIo where there are no random numbers.
base::Result<std::string> MakeKeyLine(std::uint32_t version);

}  // namespace orgreg::auth
