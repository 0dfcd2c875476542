// SPDX-License-Identifier: EUPL-1.2

#include "blobs/s3/delivery.h"

#include <algorithm>

namespace orgreg::blobs {
namespace {

using base::Code;
using base::Error;
using base::Status;

constexpr std::uint64_t kMostBytes = std::uint64_t{1} << 30;
constexpr std::chrono::seconds kPatience(10);
// The slowest pace, after that.
constexpr std::uint64_t kLeastBytesPerSecond = std::uint64_t{64} << 10;

bool IsTooSlow(std::uint64_t bytes, std::chrono::steady_clock::duration spent) {
  const auto allowed = kPatience + std::chrono::seconds(bytes / kLeastBytesPerSecond);
  return spent > allowed;
}

}  // namespace

http::BodyTaker Delivery::Begin() {
  seen_ = 0;
  begin_ = std::chrono::steady_clock::now();
  return {.take = [this](std::string_view piece) { return TakePiece(piece); }};
}

Status Delivery::TakePiece(std::string_view piece) {
  if (IsTooSlow(seen_, std::chrono::steady_clock::now() - begin_))
    return Error{Code::kUnavailable, "it sends too slowly"};
  const std::uint64_t known =
      std::min<std::uint64_t>(delivered_ - std::min(delivered_, seen_), piece.size());
  seen_ += piece.size();
  if (seen_ > kMostBytes) return Error{Code::kLimit, "it sends more than any blob has"};
  piece.remove_prefix(known);
  if (piece.empty()) return {};
  sum_.Add(piece);
  delivered_ += piece.size();
  return take_(piece);
}

Status Delivery::Finish(std::string_view sha256) {
  if (seen_ == delivered_ && sum_.Finish() == sha256) return {};
  return Error{Code::kCorrupt, "is not what it is called"};
}

}  // namespace orgreg::blobs
