// SPDX-License-Identifier: EUPL-1.2

// Writes the head of a Response as the bytes of an HTTP/1.1 message. One per thread: it keeps the
// Date line of the running second.

#pragma once

#include <ctime>
#include <string>

#include "http/message/response.h"

namespace orgreg::http {

// Says if the answer carries its body; the answer to a HEAD has the same head and no body.
enum class BodyPart { kSend, kOmit };

// The Connection field: absent, "the connection stays open" (which HTTP/1.0 needs), or "it closes".
enum class ConnectionField { kNone, kKeepAlive, kClose };

class ResponseWriter {
 public:
  struct Manner {
    BodyPart body = BodyPart::kSend;
    ConnectionField connection = ConnectionField::kNone;
    bool chunked = true;  // how a stream is sent; HTTP/1.0 has only the connection's end
  };

  // Returns true if an answer of that status has no body, whatever the response holds.
  static bool IsBodiless(int status);

  // Returns true if the message has the response's body after its head.
  static bool HasBody(const Response& response, const Manner& manner) {
    return manner.body == BodyPart::kSend && !IsBodiless(response.status());
  }

  // Appends the head of the message to `out`.
  void AppendHead(const Response& response, const Manner& manner, std::string* out);

 private:
  void AppendDate(std::string* out);

  std::time_t date_second_ = -1;
  std::string date_line_;
};

}  // namespace orgreg::http
