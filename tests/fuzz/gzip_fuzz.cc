// SPDX-License-Identifier: EUPL-1.2

// Unpacks gzip: the pieces that a source delivers change neither a failure nor the text; text that
// is packed here unpacks to the same text. The first two bytes choose the pieces.

#include <cstdint>
#include <cstdlib>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "formats/byte_source.h"
#include "formats/pack/gzip.h"
#include "unit/formats/sliced_source.h"

namespace {

using orgreg::formats::ByteSource;
using orgreg::formats::GzipCompress;
using orgreg::formats::GzipLimits;
using orgreg::formats::GzipSource;
using orgreg::formats::MemorySource;
using orgreg::formats::SlicedSource;

void Demand(bool condition) {
  if (!condition) std::abort();
}

constexpr GzipLimits kLimits = {.ratio = 200, .slack_bytes = 100'000};

// Nothing if it fails.
std::optional<std::string> Unpack(ByteSource* packed, std::size_t piece) {
  GzipSource source(packed, kLimits);
  std::string text;
  std::vector<char> buffer(piece);
  while (true) {
    const auto count = source.Read(buffer);
    if (!count) return std::nullopt;
    if (*count == 0) return text;
    text.append(buffer.data(), *count);
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size < 2) return 0;
  const std::string_view input(reinterpret_cast<const char*>(data) + 2, size - 2);
  const std::vector<std::size_t> sizes = {1U + data[0], 1U + data[1] % 9U};
  MemorySource whole(input);
  const auto text = Unpack(&whole, 4096);
  SlicedSource pieces(input, sizes);
  const auto text_of_pieces = Unpack(&pieces, 1U + data[1]);
  // The number of bytes that were read at the limit depends on the pieces.
  if (text && text_of_pieces) Demand(*text == *text_of_pieces);
  if (text && text->size() < kLimits.slack_bytes) Demand(text_of_pieces.has_value());

  std::string packed;
  GzipCompress(input, &packed);
  SlicedSource packed_pieces(packed, sizes);
  Demand(Unpack(&packed_pieces, 100) == std::string(input));
  return 0;
}
