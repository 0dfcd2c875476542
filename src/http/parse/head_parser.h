// SPDX-License-Identifier: EUPL-1.2

// Reads a complete request head. Boost.Beast checks its grammar; framing and host are checked
// here, and an ambiguous head is refused, never repaired (RFC 9112, sections 3 and 6).

#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "http/message/handler.h"
#include "http/message/request.h"

namespace orgreg::http {

// How to read the bytes after the head.
struct Framing {
  std::uint64_t content_length = 0;  // of a body that is not chunked
  bool chunked = false;
  bool keep_alive = false;
  bool http_1_0 = false;
  bool expects_continue = false;  // the client waits for a 100 before it sends the body
};

// `head` reaches from the method to the empty line, both included, as HeadScanner found
// it. Fills all of storage->request but body and peer, pointing into `head`. A fault, if
// any, makes the rest meaningless.
std::optional<Fault> ParseHead(std::string_view head, RequestStorage* storage, Framing* framing);

}  // namespace orgreg::http
