// SPDX-License-Identifier: EUPL-1.2

// An XML document as a stream of elements, in the encoding that it declares: UTF-8, UTF-16, ASCII
// or ISO-8859-1. Texts are returned as UTF-8. For documents with data: attributes, comments and
// processing instructions are skipped.
//
// Made for untrusted documents. A document type declaration is an error, so no entity is ever
// expanded and nothing is fetched. Depth and the sizes of names and texts are bounded, and so is
// memory, however long the document is. Everything before an error is returned before it. Errors:
// kCorrupt for a truncated document; kInvalid, with the line, for one that is not well-formed, has
// such a declaration or another encoding; kLimit.
//
// One thread reads a document.

#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string_view>

#include "base/result.h"
#include "formats/byte_source.h"

namespace orgreg::formats {

struct XmlLimits {
  unsigned depth = 32;
  // The text of one element.
  std::size_t text_bytes = std::size_t{64} << 10;
  // A tag with its attributes, a comment or a processing instruction, to within 16 KiB.
  std::size_t tag_bytes = std::size_t{64} << 10;
};

struct XmlEvent {
  enum class Type : std::uint8_t { kBegin, kEnd };

  Type type = Type::kBegin;
  std::string_view name = {};
  // At an end: the text since the last tag, without surrounding white space. So it is complete for
  // an element without child elements.
  std::string_view text = {};
  std::uint64_t line = 0;  // At a begin: from 1.
};

class XmlEvents {
 public:
  // `source` outlives the reader.
  explicit XmlEvents(ByteSource* source, const XmlLimits& limits = {});
  ~XmlEvents();
  XmlEvents(const XmlEvents&) = delete;
  XmlEvents& operator=(const XmlEvents&) = delete;

  // The next event, valid until the next call; null at the end. Next is not called again after the
  // end or an error.
  base::Result<const XmlEvent*> Next();

 private:
  struct State;  // Keeps Expat out of this header.
  std::unique_ptr<State> state_;
};

}  // namespace orgreg::formats
