// SPDX-License-Identifier: EUPL-1.2

// Decodes a chunked body (RFC 9112, section 7.1) that comes in pieces. Strict: lines end
// in CRLF, sizes are hexadecimal digits, extensions and trailer fields are read past and
// bounded. One body per decoder; used by one thread.

#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace orgreg::http {

class ChunkDecoder {
 public:
  enum class State { kIncomplete, kComplete, kMalformed, kTooLarge };

  // Bodies over `body_bytes`, decoded, are kTooLarge; so are ones whose encoding takes more
  // than twice that and kMaxOverheadBytes: padding of extensions, trailers or tiny chunks.
  explicit ChunkDecoder(std::size_t body_bytes) : body_bytes_(body_bytes) {}

  // Takes the next bytes and appends what they decode to onto `out`, unless that is null.
  // Stops at the body's end, at a malformed byte or at the limit.
  State Decode(std::string_view bytes, std::string* out);

  // Bytes taken so far; after kComplete the length of the encoded body.
  std::size_t taken() const { return taken_; }

  static constexpr std::size_t kMaxOverheadBytes = 4096;

 private:
  enum class At {
    kSizeFirst,  // the first digit of a size line
    kSize,
    kExtension,
    kSizeLineFeed,
    kData,
    kDataReturn,
    kDataLineFeed,
    kTrailerFirst,  // the first byte of a trailer line
    kTrailer,
    kTrailerLineFeed,
    kEndLineFeed,
    kEnd,
  };

  State Step(char c);
  State StepSize(char c);
  State Expect(char c, char wanted, At next);

  std::size_t body_bytes_;
  At at_ = At::kSizeFirst;
  std::uint64_t chunk_left_ = 0;
  std::size_t decoded_ = 0;
  std::size_t taken_ = 0;
};

}  // namespace orgreg::http
