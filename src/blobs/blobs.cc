// SPDX-License-Identifier: EUPL-1.2

#include "blobs/blobs.h"

#include <algorithm>

#include "blobs/file_blobs.h"
#include "blobs/s3/address.h"
#include "blobs/s3/credentials.h"
#include "blobs/s3_blobs.h"

namespace orgreg::blobs {
namespace {

constexpr std::string_view kFileScheme = "file:";
constexpr std::size_t kDigits = 64;

bool IsLower(char c) { return c >= 'a' && c <= 'z'; }
bool IsHexDigit(char c) { return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f'); }

}  // namespace

std::string BlobName(std::string_view kind, std::string_view sha256) {
  return std::string(kind).append("/").append(sha256);
}

bool IsBlobName(std::string_view name) {
  const std::size_t slash = name.find('/');
  if (slash == 0 || slash == std::string_view::npos) return false;
  const std::string_view digits = name.substr(slash + 1);
  return digits.size() == kDigits && std::ranges::all_of(name.substr(0, slash), IsLower) &&
         std::ranges::all_of(digits, IsHexDigit);
}

std::string_view BlobFolder(std::string_view address) {
  const bool is_file = address.starts_with(kFileScheme);
  const std::string_view folder = is_file ? address.substr(kFileScheme.size()) : "";
  return folder.starts_with('/') && !folder.starts_with("//") ? folder : "";
}

bool IsObjectStore(std::string_view address) { return ParseS3Address(address).has_value(); }

bool IsBlobAddress(std::string_view address) {
  return !BlobFolder(address).empty() || IsObjectStore(address);
}

bool IsBlobEndpoint(std::string_view text) { return ParseS3Endpoint(text).ok(); }

bool IsBlobRegion(std::string_view text) { return IsS3Region(text); }

base::Result<std::unique_ptr<Blobs>> OpenBlobs(const BlobSettings& settings) {
  if (IsObjectStore(settings.address)) return S3Blobs::Open(settings);
  const std::string_view folder = BlobFolder(settings.address);
  if (!folder.empty())
    return std::unique_ptr<Blobs>(std::make_unique<FileBlobs>(std::string(folder)));
  return base::Error{base::Code::kInvalid,
                     "is neither file: and the path of a folder nor s3://BUCKET/PREFIX"}
      .At(settings.address);
}

base::Status CheckBlobCredentials(const std::string& path) {
  const auto read = LoadS3Credentials(path);
  return read ? base::Status() : base::Status(read.error());
}

}  // namespace orgreg::blobs
