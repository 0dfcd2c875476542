// SPDX-License-Identifier: EUPL-1.2

// A Request is one HTTP request as the connection read it: well-formed, its framing
// unambiguous, its path decoded. Handlers read it.
//
// Everything in it points into buffers of the connection and of its thread, so it is valid
// only during the call of the Handler; copy what must live longer. Nothing in it is allocated for
// the request.

#pragma once

#include <chrono>
#include <cstdint>
#include <cstring>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/values/ascii.h"
#include "http/message/method.h"

namespace orgreg::http {

// One header field line: the name as sent, the value without surrounding blanks.
struct Field {
  std::string_view name = {};
  std::string_view value = {};
};

struct Request {
  Method method = Method::kOther;
  std::string_view method_name = {};
  std::string_view target = {};    // as sent
  std::string_view host = {};      // of an absolute target, else of the Host field; may be empty
  std::string_view raw_path = {};  // the target's path as sent; "*" for OPTIONS *
  // The path decoded once; well-formed UTF-8 without NUL. Empty when the target held an
  // encoded slash: a decoded one would look like a separator, so no route matches.
  // If it does not decode to such a text, is_decodable is false and this is the path as sent.
  std::string_view path = {};
  bool is_decodable = true;
  std::string_view query = {};  // as sent, without the '?'
  bool has_query = false;       // distinguishes "/a?" from "/a"
  std::string_view body = {};   // without the framing of chunks
  // The client's IP address, an IPv4-mapped one as IPv4; "unix" over a Unix socket.
  std::string_view peer = {};
  std::uint16_t local_port = 0;  // that the client connected to; 0 over a Unix socket
  bool is_secured = false;       // The connection is one of TLS.
  // Since the handler put the request off with Placement::kLater.
  std::chrono::milliseconds waited{0};
  std::span<const Field> fields = {};

  // The value of the first field of that name in any case; empty if there is none.
  std::string_view Header(std::string_view name) const;

  // Calls visit(value) for each field of that name, in the order sent.
  template <typename Visit>
  void ForEachHeader(std::string_view name, Visit visit) const {
    for (const Field& field : fields) {
      if (base::EqualsIgnoringCase(field.name, name)) visit(field.value);
    }
  }
};

// A Request and the storage that it needs apart from the read buffer. One per thread, reused for
// each request, so that in the long run nothing is allocated.
struct RequestStorage {
  Request request = {};
  std::vector<Field> fields = {};
  std::string path = {};  // the decoded path, when decoding changed it
  std::string body = {};  // the body, when it came in chunks

  // Overwrites the last request's path and body, since they may hold a secret. Views of the
  // request are not used after it.
  void Wipe() {
    for (std::string* const text : {&path, &body}) {
      explicit_bzero(text->data(), text->size());
      text->clear();
    }
  }
};

}  // namespace orgreg::http
