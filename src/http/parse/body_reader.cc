// SPDX-License-Identifier: EUPL-1.2

#include "http/parse/body_reader.h"

#include <algorithm>

namespace orgreg::http {

std::size_t BodyReader::Take(std::string_view bytes, std::string* out) {
  if (state_ != State::kIncomplete) return 0;
  if (!is_chunked_) {
    const auto size = static_cast<std::size_t>(std::min<std::uint64_t>(left_, bytes.size()));
    out->append(bytes.substr(0, size));
    left_ -= size;
    if (left_ == 0) state_ = State::kComplete;
    return size;
  }
  const std::size_t before = chunks_.taken();
  switch (chunks_.Decode(bytes, out)) {
    case ChunkDecoder::State::kIncomplete:
      break;
    case ChunkDecoder::State::kComplete:
      state_ = State::kComplete;
      break;
    case ChunkDecoder::State::kMalformed:
    case ChunkDecoder::State::kTooLarge:
      state_ = State::kMalformed;
      break;
  }
  return chunks_.taken() - before;
}

}  // namespace orgreg::http
