// SPDX-License-Identifier: EUPL-1.2

// Text delivered in pieces, as files, pipes and sockets deliver it: a reader must not depend on the
// ends of the pieces.

#pragma once

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "formats/byte_source.h"

namespace orgreg::formats {

class SlicedSource final : public ByteSource {
 public:
  // Pieces of these sizes (not 0) in turn, repeatedly.
  SlicedSource(std::string_view text, std::vector<std::size_t> sizes)
      : rest_(text), sizes_(std::move(sizes)) {}

  base::Result<std::size_t> Read(std::span<char> into) override {
    const std::size_t slice = sizes_[turn_++ % sizes_.size()];
    const std::size_t count = std::min({into.size(), rest_.size(), slice});
    rest_.copy(into.data(), count);
    rest_.remove_prefix(count);
    return count;
  }

 private:
  std::string_view rest_;
  std::vector<std::size_t> sizes_;
  std::size_t turn_ = 0;
};

// Everything that a source delivers, then "!" and the message if it fails.
inline std::string ReadAll(ByteSource* source, std::size_t piece = 1000) {
  std::string text;
  std::vector<char> buffer(piece);
  while (true) {
    const auto count = source->Read(buffer);
    if (!count) return text + "!" + count.error().message;
    if (*count == 0) return text;
    text.append(buffer.data(), *count);
  }
}

}  // namespace orgreg::formats
