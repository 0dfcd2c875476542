// SPDX-License-Identifier: EUPL-1.2

// The part of a stream that a splitter is looking at: bytes that were read and not dropped yet, in
// one piece. Grows as far as one record needs; the splitter sets the limit. Internal to formats/;
// one thread.

#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>

#include "base/result.h"
#include "formats/byte_source.h"

namespace orgreg::formats {

class TextWindow {
 public:
  // Readable bytes after the end of the window, which simdjson needs.
  static constexpr std::size_t kPaddingBytes = 64;

  explicit TextWindow(ByteSource* source);

  // Moves with Grow and Drop. Splitters unescape in place, so they may write to it.
  char* data() { return buffer_.get() + begin_; }
  const char* data() const { return buffer_.get() + begin_; }
  std::size_t size() const { return end_ - begin_; }

  // Reads on; false at the end of the stream.
  base::Result<bool> Grow();
  // Reads on until `wanted` bytes are available or the stream ends.
  base::Status GrowTo(std::size_t wanted);
  // Drops the first `bytes` bytes.
  void Drop(std::size_t bytes);
  // Drops a UTF-8 byte-order mark, if the stream begins with one.
  base::Status DropByteOrderMark();

  // The offset of data() in the stream.
  std::uint64_t offset() const { return offset_; }

 private:
  void MakeRoom();

  ByteSource* source_;
  std::unique_ptr<char[]> buffer_;
  std::size_t capacity_;  // without the padding
  std::size_t begin_ = 0;
  std::size_t end_ = 0;
  std::uint64_t offset_ = 0;
  bool at_end_ = false;
};

}  // namespace orgreg::formats
