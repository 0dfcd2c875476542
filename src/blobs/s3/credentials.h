// SPDX-License-Identifier: EUPL-1.2

// The key with which requests to an object store are signed: a file that only its owner may read,
// in the form of the credentials file of AWS with at most one section:
//
//   aws_access_key_id = NAME
//   aws_secret_access_key = SECRET
//   aws_session_token = TOKEN        (only of keys that expire)
//
// Messages never repeat what the file holds. Safe from any thread.

#pragma once

#include <string>
#include <string_view>

#include "auth/secrets/secret.h"
#include "base/result.h"

namespace orgreg::blobs {

struct S3Credentials {
  auth::Secret file = {};  // what the others are views of
  std::string_view key_id = {};
  std::string_view secret = {};
  std::string_view token = {};
};

// Errors name the file: those of auth::ReadPrivateFile, and kInvalid.
base::Result<S3Credentials> LoadS3Credentials(const std::string& path);

}  // namespace orgreg::blobs
