// SPDX-License-Identifier: EUPL-1.2

// The Range field of a request (RFC 9110, section 14). Pure functions; safe from any thread.

#pragma once

#include <cstdint>
#include <string_view>

namespace orgreg::http {

struct ByteRange {
  enum class Kind {
    kWhole,          // the field asks for nothing that we give in parts: it is ignored
    kPart,           // one part, not empty, within the size
    kUnsatisfiable,  // one part, beyond the end: 416
  };

  Kind kind = Kind::kWhole;
  std::uint64_t offset_bytes = 0;
  std::uint64_t size_bytes = 0;
};

// Reads `field`, the value of a Range field, for a representation of that size. Several ranges,
// other units than bytes and malformed values are ignored, as the standard allows. offset
// and size are set for kPart only.
ByteRange ParseByteRange(std::string_view field, std::uint64_t size_bytes);

}  // namespace orgreg::http
