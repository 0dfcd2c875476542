// SPDX-License-Identifier: EUPL-1.2

// What an object store says in XML: errors, and pages of a list. Made for untrusted answers. Pure
// functions, safe from any thread.

#pragma once

#include <cstdint>
#include <ctime>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace orgreg::blobs {

// Both are empty where the answer is no such error, and have only letters, digits and -: so they
// may be logged. The messages of stores may repeat what was signed.
struct S3Error {
  std::string code = {};
  std::string region = {};  // where the store wants another one
};
S3Error ReadS3Error(std::string_view body);

struct S3Object {
  std::string key = {};
  std::uint64_t size_bytes = 0;
  std::time_t modified = 0;
};

struct S3Page {
  std::vector<S3Object> objects = {};
  std::string next = {};  // asks for the next page; empty at the last one
};
// kIo if it is not such a page.
base::Result<S3Page> ReadS3Page(std::string_view body);

}  // namespace orgreg::blobs
