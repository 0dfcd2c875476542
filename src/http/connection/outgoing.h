// SPDX-License-Identifier: EUPL-1.2

// The answers of a worker that are not yet sent: text that is collected, and after it the body of
// the last answer, if it is so large that copying it would cost more than sending it from where it
// is. One thread. Only a lack of memory throws.

#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "http/connection/response_writer.h"
#include "http/message/response.h"

namespace orgreg::http {

class Outgoing {
 public:
  // Adds bytes after all that is there.
  void Add(std::string_view bytes);

  // Adds an answer; for a file or stream only the head. A large body is taken out of the response.
  void Add(const ResponseWriter::Manner& manner, Response* response);

  // The same for bytes that were made elsewhere. Nothing else may be there.
  void Take(std::string* bytes, bool is_secret);

  bool empty() const { return text_.empty(); }
  std::size_t size() const { return text_.size() + body_.size(); }

  // What is sent: `body` follows `text` and may be empty.
  std::string_view text() const { return text_; }
  std::string_view body() const { return body_; }

  // Empties this into `rest` after its first `sent` bytes were sent. Returns how many bytes of
  // `rest` are sent.
  std::size_t MoveRest(std::size_t sent, std::string* rest);

  // Empties this. The response gets the memory of its body back, if that is more than it has; the
  // memory of secrets is freed.
  void Clear(Response* response);

 private:
  void Join();

  ResponseWriter writer_;
  std::string text_;
  std::string body_;
  bool is_secret_ = false;
};

}  // namespace orgreg::http
