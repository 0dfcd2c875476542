// SPDX-License-Identifier: EUPL-1.2

// Signs a request as stores with the interface of S3 want it: AWS Signature Version 4, in the field
// Authorization (docs.aws.amazon.com, "Signature Calculations for the Authorization Header").
// Pure functions, safe from any thread.

#pragma once

#include <ctime>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "http/client/get.h"

namespace orgreg::blobs {

using QueryPairs = std::vector<std::pair<std::string, std::string>>;

// NAME=VALUE, encoded, in order: as it is signed and sent.
std::string CanonicalQuery(const QueryPairs& pairs);

struct RequestToSign {
  std::string_view method = {};
  std::string_view path = {};   // encoded, as it is sent
  std::string_view query = {};  // a CanonicalQuery
  // All of them are signed; Host and X-Amz-Date must be among them. Each name once.
  std::span<const http::GetField> fields = {};
  std::string_view body_sha256 = {};
};

struct SigningScope {
  std::string time = {};  // of SigningTime
  std::string region = {};
  std::string service = "s3";
};

// "20130524T000000Z".
std::string SigningTime(std::time_t seconds);

// The three steps, as the documentation names them.
std::string CanonicalRequest(const RequestToSign& request);
std::string StringToSign(const SigningScope& scope, std::string_view canonical_request);
std::string SignatureOf(const SigningScope& scope, std::string_view string_to_sign,
                        std::string_view secret);

// The value of Authorization.
std::string AuthorizationOf(const RequestToSign& request, const SigningScope& scope,
                            std::string_view key_id, std::string_view secret);

}  // namespace orgreg::blobs
