// SPDX-License-Identifier: EUPL-1.2

// gzip as a stream, from one sink to the next: for files of any size in bounded memory. One member
// with a header without time and name, so the same text gives the same bytes (deflater.h). One
// thread at a time.

#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

#include "base/result.h"
#include "formats/byte_sink.h"
#include "formats/pack/deflater.h"

namespace orgreg::formats {

class GzipPacker final : public ByteSink {
 public:
  // `out` outlives the packer.
  explicit GzipPacker(ByteSink* out) : deflater_(Deflater::Form::kGzip, out) {}

  base::Status Append(std::string_view text) override { return deflater_.Append(text); }
  // Text may also be written straight into the packer (deflater.h).
  std::span<char> Room(std::size_t bytes) { return deflater_.Room(bytes); }
  base::Status Added(std::size_t bytes) { return deflater_.Added(bytes); }
  // Ends the gzip member. Nothing is appended after it, and the sink stays open.
  base::Status Finish() { return deflater_.Finish(); }

  std::uint64_t text_bytes() const { return deflater_.text_bytes(); }
  // Complete after Finish.
  std::uint64_t packed_bytes() const { return deflater_.packed_bytes(); }

 private:
  Deflater deflater_;
};

}  // namespace orgreg::formats
