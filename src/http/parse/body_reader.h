// SPDX-License-Identifier: EUPL-1.2

// Reads the body of a request piece by piece, however long it is: takes the framing off and finds
// the end. It keeps no bytes. One body per reader; used by one thread.

#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "http/parse/chunk_decoder.h"
#include "http/parse/head_parser.h"

namespace orgreg::http {

class BodyReader {
 public:
  enum class State { kIncomplete, kComplete, kMalformed };

  // `framing` is that of the request's head.
  explicit BodyReader(const Framing& framing)
      : is_chunked_(framing.chunked), left_(framing.content_length), chunks_(kAnyLength) {
    if (!is_chunked_ && left_ == 0) state_ = State::kComplete;
  }

  State state() const { return state_; }

  // Takes bytes up to the body's end or a malformed one, and appends what they hold to `out`.
  // Returns how many it took: all of them, while the body is incomplete.
  std::size_t Take(std::string_view bytes, std::string* out);

 private:
  // More than any client can send, and little enough for the decoder's sums.
  static constexpr std::size_t kAnyLength = std::size_t{1} << 56;

  bool is_chunked_;
  std::uint64_t left_;  // Of a body that is not chunked.
  ChunkDecoder chunks_;
  State state_ = State::kIncomplete;
};

}  // namespace orgreg::http
