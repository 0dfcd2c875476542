// SPDX-License-Identifier: EUPL-1.2

// The mark that is kept in place of a client's address: its HMAC-SHA-256 with a secret of the
// installation, in base64 (44 characters). Equal addresses have equal marks, and without the secret
// a mark does not reveal its address, not even by trying all addresses. Clients are distinguished
// as in client_network.h.
//
// The secret is 32 random bytes in base64 in a file that only its owner may read, made at first
// use: "BASE64 CHECK", where CHECK is 16 digits of the SHA-256 of the text before it. Files of
// earlier versions have no check and are read too. Another secret changes all marks.
// A marker does not change; any number of threads may use it.

#pragma once

#include <string>
#include <string_view>
#include <utility>

#include "auth/secrets/secret.h"
#include "base/result.h"

namespace orgreg::auth {

class AddressMarker {
 public:
  static constexpr std::size_t kSecretBytes = 32;

  // kInvalid if others than its owner may use the file or it holds something else; kCorrupt if its
  // check does not match; kUnavailable while another process makes it.
  static base::Result<AddressMarker> Open(const std::string& secret_path);

  // `address` is text; text that is not an IP address has a mark too.
  std::string Mark(std::string_view address) const;

 private:
  explicit AddressMarker(Secret secret) : secret_(std::move(secret)) {}

  Secret secret_;
};

}  // namespace orgreg::auth
