// SPDX-License-Identifier: EUPL-1.2

#include "blobs/s3/address.h"

#include <algorithm>

#include "base/values/ascii.h"

namespace orgreg::blobs {
namespace {

using base::Code;
using base::Error;

constexpr std::string_view kScheme = "s3://";
constexpr std::size_t kLeastBucket = 3;
constexpr std::size_t kMostBucket = 63;
// The store allows 1024 bytes, and the names of blobs follow.
constexpr std::size_t kMostPrefix = 512;

bool IsOfBucket(char c) { return base::IsLower(c) || base::IsDigit(c) || c == '-' || c == '.'; }

bool IsBucket(std::string_view text) {
  return text.size() >= kLeastBucket && text.size() <= kMostBucket &&
         std::ranges::all_of(text, IsOfBucket) && base::IsAlphanumeric(text.front()) &&
         base::IsAlphanumeric(text.back());
}

bool IsSegment(std::string_view text) {
  static constexpr base::CharacterSet kOfSegment = base::AlphanumericsAnd("-._");
  return !text.empty() && text != "." && text != ".." &&
         std::ranges::all_of(text, [](char c) { return base::IsIn(kOfSegment, c); });
}

}  // namespace

std::optional<S3Address> ParseS3Address(std::string_view text) {
  if (!text.starts_with(kScheme)) return std::nullopt;
  text.remove_prefix(kScheme.size());
  const bool has_prefix = text.find('/') != std::string_view::npos;
  S3Address address{.bucket = std::string(base::TakeUntil('/', &text))};
  const bool is_right = IsBucket(address.bucket) && text.size() <= kMostPrefix &&
                        !text.ends_with('/') && has_prefix != text.empty();
  if (!is_right) return std::nullopt;
  while (!text.empty()) {
    const std::string_view segment = base::TakeUntil('/', &text);
    if (!IsSegment(segment)) return std::nullopt;
    address.prefix.append(segment).append("/");
  }
  return address;
}

base::Result<http::Url> ParseS3Endpoint(std::string_view text) {
  auto url = TRY(http::ParseUrl(text));
  if (url.target != "/" || url.has_user_info || text.ends_with('/'))
    return Error{Code::kInvalid, "is more than https:// and a host, perhaps with a port"};
  if (url.is_tls || http::IsLoopback(url.host)) return url;
  return Error{Code::kInvalid, "is not encrypted: use https://"};
}

bool IsS3Region(std::string_view text) { return IsSegment(text) && text.size() <= kMostBucket; }

}  // namespace orgreg::blobs
