// SPDX-License-Identifier: EUPL-1.2

#include "http/parse/chunk_decoder.h"

#include <algorithm>

#include "base/values/ascii.h"

namespace orgreg::http {
namespace {

bool IsControl(char c) {
  const auto byte = static_cast<unsigned char>(c);
  return (byte < 0x20 && byte != '\t') || byte == 0x7f;
}

}  // namespace

ChunkDecoder::State ChunkDecoder::Decode(std::string_view bytes, std::string* out) {
  while (!bytes.empty()) {
    if (at_ == At::kData) {
      const auto size =
          static_cast<std::size_t>(std::min<std::uint64_t>(chunk_left_, bytes.size()));
      if (out != nullptr) out->append(bytes.substr(0, size));
      bytes.remove_prefix(size);
      taken_ += size;
      chunk_left_ -= size;
      if (chunk_left_ == 0) at_ = At::kDataReturn;
      continue;
    }
    if (const State state = Step(bytes.front()); state != State::kIncomplete) return state;
    bytes.remove_prefix(1);
    ++taken_;
    if (at_ == At::kEnd) return State::kComplete;
    if (taken_ > 2 * body_bytes_ + kMaxOverheadBytes) return State::kTooLarge;
  }
  return State::kIncomplete;
}

ChunkDecoder::State ChunkDecoder::Step(char c) {
  switch (at_) {
    case At::kSizeFirst:
    case At::kSize:
      return StepSize(c);
    case At::kExtension:
      if (c == '\r') {
        at_ = At::kSizeLineFeed;
        return State::kIncomplete;
      }
      return IsControl(c) ? State::kMalformed : State::kIncomplete;
    case At::kSizeLineFeed:
      return Expect(c, '\n', chunk_left_ > 0 ? At::kData : At::kTrailerFirst);
    case At::kDataReturn:
      return Expect(c, '\r', At::kDataLineFeed);
    case At::kDataLineFeed:
      return Expect(c, '\n', At::kSizeFirst);
    case At::kTrailerFirst:
    case At::kTrailer:
      if (c == '\r') {
        at_ = at_ == At::kTrailerFirst ? At::kEndLineFeed : At::kTrailerLineFeed;
        return State::kIncomplete;
      }
      at_ = At::kTrailer;
      return IsControl(c) ? State::kMalformed : State::kIncomplete;
    case At::kTrailerLineFeed:
      return Expect(c, '\n', At::kTrailerFirst);
    case At::kEndLineFeed:
      return Expect(c, '\n', At::kEnd);
    default:  // kEnd: nothing belongs to the body any more. Decode itself takes data.
      return State::kMalformed;
  }
}

ChunkDecoder::State ChunkDecoder::StepSize(char c) {
  const int digit = base::HexValue(c);
  if (digit >= 0) {
    at_ = At::kSize;
    // Checked at each digit, so the size cannot overflow.
    chunk_left_ = chunk_left_ * 16 + static_cast<unsigned>(digit);
    return decoded_ + chunk_left_ > body_bytes_ ? State::kTooLarge : State::kIncomplete;
  }
  if (at_ == At::kSizeFirst || (c != '\r' && c != ';')) return State::kMalformed;
  decoded_ += static_cast<std::size_t>(chunk_left_);
  at_ = c == ';' ? At::kExtension : At::kSizeLineFeed;
  return State::kIncomplete;
}

ChunkDecoder::State ChunkDecoder::Expect(char c, char wanted, At next) {
  if (c != wanted) return State::kMalformed;
  at_ = next;
  return State::kIncomplete;
}

}  // namespace orgreg::http
