// An XML document as a stream of elements, in whatever of the encodings UTF-8, UTF-16, ASCII
// and ISO-8859-1 it declares; texts come out as UTF-8. For documents of data: attributes,
// comments and processing instructions are passed over.
//
// Made for documents of strangers. There is no document type declaration, so no entity is
// ever expanded and nothing is fetched; depth and the sizes of names and texts are bounded,
// and memory with them, however long the document is. What comes before an error is handed
// out before it. Errors: kCorrupt for a document that is cut off; kInvalid, with the line, for
// one that is not well-formed, has such a declaration or another encoding; kLimit.
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
  // Of the text of one element.
  std::size_t text_bytes = std::size_t{64} << 10;
  // Of a tag with its attributes, a comment or a processing instruction, to within 16 KiB.
  std::size_t tag_bytes = std::size_t{64} << 10;
};

struct XmlEvent {
  enum class Type : std::uint8_t { kBegin, kEnd };

  Type type = Type::kBegin;
  std::string_view name = {};
  // At an end: the text since the last tag, without the white space around it. So it is whole
  // for an element that has no others inside.
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

  // The next event, valid until the next call; null at the end. Not called again after the
  // end or an error.
  base::Result<const XmlEvent*> Next();

 private:
  struct State;  // Keeps Expat out of this header.
  std::unique_ptr<State> state_;
};

}  // namespace orgreg::formats
