// SPDX-License-Identifier: EUPL-1.2

// Deflate as a stream into a sink: for output of any size in bounded memory, fast rather than small
// (ISA-L, level 1). The same text gives the same bytes, however it was appended, but kinds of
// processor may differ. Internal to formats/: gzip files and the parts of a zip archive use it. One
// thread at a time.

#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string_view>

#include "base/result.h"
#include "formats/byte_sink.h"

namespace orgreg::formats {

class Deflater {
 public:
  enum class Form {
    kRaw,   // the packed data alone
    kGzip,  // one member, whose header says neither time nor name
  };

  // `out` outlives the Deflater.
  Deflater(Form form, ByteSink* out);
  Deflater(const Deflater&) = delete;
  Deflater& operator=(const Deflater&) = delete;
  ~Deflater();

  // Errors are those of the sink.
  base::Status Append(std::string_view text);
  // The same without a copy: the caller writes to the beginning of the room, and then says how many
  // bytes of it are text. The room is valid until the next call.
  std::span<char> Room(std::size_t bytes);
  base::Status Added(std::size_t bytes);
  // Ends the packed data. Nothing is appended after it except after Restart.
  base::Status Finish();
  // Starts again with the same form and sink; counts are zero.
  void Restart();

  std::uint64_t text_bytes() const;
  // Complete after Finish.
  std::uint64_t packed_bytes() const;

 private:
  struct State;  // Keeps ISA-L out of this header.
  base::Status Pack(std::string_view piece, bool is_last);

  std::unique_ptr<State> state_;
};

}  // namespace orgreg::formats
