// SPDX-License-Identifier: EUPL-1.2

// The names of a bucket and of what is in it: s3://BUCKET or s3://BUCKET/PREFIX, and where the
// store is. Only characters that need no escape anywhere. Pure functions, safe from any thread.

#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "base/result.h"
#include "http/client/url.h"

namespace orgreg::blobs {

struct S3Address {
  std::string bucket = {};
  std::string prefix = {};  // empty, or it ends with /
};

std::optional<S3Address> ParseS3Address(std::string_view text);

// https://HOST[:PORT]; also http:// if the host is this machine. kInvalid for others: over plain
// HTTP anybody on the way could read the documents.
base::Result<http::Url> ParseS3Endpoint(std::string_view text);

// The name of a region, as eu-north-1.
bool IsS3Region(std::string_view text);

}  // namespace orgreg::blobs
