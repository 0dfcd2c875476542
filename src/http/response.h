// A Response is what a handler answers: status, header fields, body. The transport owns
// one per thread and clears it between requests, so that its strings keep their capacity.
// Used by one thread at a time.
//
// The transport adds Date, Content-Length and Connection, and drops the body where the
// protocol has none (HEAD, 204, 304); handlers set none of these fields.

#pragma once

#include <string>
#include <string_view>

namespace orgreg::http {

class Response {
 public:
  int status() const { return status_; }
  void set_status(int status) { status_ = status; }

  // Appends one field line. Control characters in the value, line breaks above all, are
  // written as spaces: a value can never begin a field of its own. `name` must be a token.
  void AddHeader(std::string_view name, std::string_view value);

  // The field lines so far, each ended by CRLF.
  std::string_view headers() const { return headers_; }

  // Append the body here.
  std::string& body() { return body_; }
  const std::string& body() const { return body_; }

  // Back to an empty 200. Capacity stays, unless one very large answer made it.
  void Clear();

 private:
  int status_ = 200;
  std::string headers_;
  std::string body_;
};

// Empties `text` and keeps its capacity for the next use, up to what ordinary answers
// need; what a single huge one took is given back.
void ClearKeepingCapacity(std::string* text);

}  // namespace orgreg::http
