// What is kept of a client's address: its HMAC-SHA-256 under a secret of the installation, in
// base64 (44 characters). Equal addresses have equal marks, and without the secret nobody can
// tell whose they are, not even by trying every address there is. Clients are told
// apart as client_network.h has it.
//
// The secret is 32 random bytes in base64 in a file that only its owner may read, made at first
// use: "BASE64 CHECK", where CHECK is 16 digits of the SHA-256 of the text before it. Files of
// earlier versions have no check and are read too. With another secret all marks are others.
// Unchanging; any number of threads.

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

  // kInvalid where others than its owner may use the file or it holds something else; kCorrupt
  // where its check does not fit;
  // kUnavailable while another process makes it.
  static base::Result<AddressMarker> Open(const std::string& secret_path);

  // `address` as text; what is no IP address has a mark too.
  std::string Mark(std::string_view address) const;

 private:
  explicit AddressMarker(Secret secret) : secret_(std::move(secret)) {}

  Secret secret_;
};

}  // namespace orgreg::auth
