// SPDX-License-Identifier: EUPL-1.2

#include "ingest/imports/peeked_source.h"

#include <algorithm>
#include <array>
#include <optional>
#include <string_view>

namespace orgreg::ingest {
namespace {

// White space before the first record; with more it is not an inventory.
constexpr std::size_t kMostPeekedBytes = std::size_t{64} << 10;
constexpr std::size_t kPieceBytes = 4096;

// The first byte that is neither white space nor part of a byte-order mark; nothing if there is no
// other.
std::optional<char> FirstSign(std::string_view text) {
  constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";
  if (kByteOrderMark.starts_with(text)) return std::nullopt;
  if (text.starts_with(kByteOrderMark)) text.remove_prefix(kByteOrderMark.size());
  const std::size_t at = text.find_first_not_of(" \t\r\n");
  return at == std::string_view::npos ? std::nullopt : std::optional(text[at]);
}

}  // namespace

base::Result<std::unique_ptr<PeekedSource>> PeekedSource::Open(formats::ByteSource* rest) {
  std::unique_ptr<PeekedSource> source(new PeekedSource(rest));
  std::array<char, kPieceBytes> buffer = {};
  while (true) {
    const auto count = TRY(rest->Read(buffer));
    if (count == 0) return base::Error{base::Code::kInvalid, "the file is empty"};
    source->first_.append(buffer.data(), count);
    if (const auto sign = FirstSign(source->first_)) {
      source->first_sign_ = *sign;
      return source;
    }
    if (source->first_.size() > kMostPeekedBytes) {
      return base::Error{base::Code::kInvalid, "begins with nothing but white space"};
    }
  }
}

base::Result<std::size_t> PeekedSource::Read(std::span<char> into) {
  if (used_ == first_.size()) return rest_->Read(into);
  const std::size_t count = std::min(into.size(), first_.size() - used_);
  std::copy_n(first_.data() + used_, count, into.data());
  used_ += count;
  return count;
}

}  // namespace orgreg::ingest
