// SPDX-License-Identifier: EUPL-1.2

// Files that all nodes of a database share, outside of it: each has a name that is made of its
// content, so it never changes, and who puts one that is there already changes nothing. What a name
// means, and when it is needed no more, is known elsewhere. Safe from any thread and process, also
// of other machines.
//
// Errors name the address: kNotFound if there is no blob of that name, kUnavailable if the place is
// away, kInvalid for what is no name or address, else kIo. Nothing here believes that what it gets
// is what it put: callers compare it with the name.

#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace orgreg::blobs {

struct BlobFacts {
  std::string name = {};
  std::uint64_t size_bytes = 0;
  std::chrono::seconds age = {};  // since it was put, by the clock of the place where that can be
};

class Blobs {
 public:
  using Take = std::function<base::Status(std::string_view)>;

  Blobs() = default;
  Blobs(const Blobs&) = delete;
  Blobs& operator=(const Blobs&) = delete;
  virtual ~Blobs() = default;

  // Names satisfy IsBlobName. When this returns, the blob is durable and its age is 0, so that
  // whoever deletes what nobody names leaves it alone for a while.
  virtual base::Status Put(std::string_view name, const std::string& path) = 0;
  // Takes its bytes piece by piece.
  virtual base::Status Get(std::string_view name, const Take& take) = 0;
  virtual base::Result<BlobFacts> Find(std::string_view name) = 0;
  // All of a kind, in no order.
  virtual base::Result<std::vector<BlobFacts>> List(std::string_view kind) = 0;
  // No error if there is none. If it was put again since it was listed with that age, it stays.
  virtual base::Status Delete(const BlobFacts& listed) = 0;

  // For people.
  virtual const std::string& address() const = 0;
};

inline constexpr std::string_view kDocuments = "documents";
inline constexpr std::string_view kFiles = "files";        // of the whole register
inline constexpr std::string_view kSegments = "segments";  // of its index

// KIND/SHA256: lower-case letters, and 64 hexadecimal digits.
std::string BlobName(std::string_view kind, std::string_view sha256);
bool IsBlobName(std::string_view name);

// Where blobs are, as settings say it. What follows the address is for an object store alone.
struct BlobSettings {
  std::string address = {};
  std::string endpoint = {};  // https://HOST[:PORT]
  std::string region = {};
  std::string credentials = {};  // a file (s3/credentials.h)
  std::string ca_file = {};      // PEM; empty: the authorities of the system
};

// file:FOLDER, with a path from the root, or s3://BUCKET/PREFIX.
bool IsBlobAddress(std::string_view address);
// The folder in such an address; empty for another one.
std::string_view BlobFolder(std::string_view address);
// Whether it is one of an object store.
bool IsObjectStore(std::string_view address);
// https://, or http:// to this machine.
bool IsBlobEndpoint(std::string_view text);
bool IsBlobRegion(std::string_view text);

// kInvalid unless IsBlobAddress, and for an object store with an endpoint and credentials. Looks at
// nothing yet, since the place may be away.
base::Result<std::unique_ptr<Blobs>> OpenBlobs(const BlobSettings& settings);
// What the file of credentials has wrong, before it is needed.
base::Status CheckBlobCredentials(const std::string& path);

}  // namespace orgreg::blobs
