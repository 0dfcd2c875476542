// SPDX-License-Identifier: EUPL-1.2

// A source whose first bytes are inspected, and then read with the rest. One thread.

#pragma once

#include <memory>
#include <string>

#include "base/result.h"
#include "formats/byte_source.h"

namespace orgreg::ingest {

class PeekedSource final : public formats::ByteSource {
 public:
  // Reads to the first byte that is neither white space nor part of a byte-order mark of UTF-8.
  // `rest` outlives the source. kInvalid if it is empty, or begins with nothing else.
  static base::Result<std::unique_ptr<PeekedSource>> Open(formats::ByteSource* rest);

  char first_sign() const { return first_sign_; }
  // Everything, from the beginning.
  base::Result<std::size_t> Read(std::span<char> into) override;

 private:
  explicit PeekedSource(formats::ByteSource* rest) : rest_(rest) {}

  formats::ByteSource* rest_;
  std::string first_ = {};
  std::size_t used_ = 0;
  char first_sign_ = ' ';
};

}  // namespace orgreg::ingest
