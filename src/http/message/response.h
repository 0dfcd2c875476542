// SPDX-License-Identifier: EUPL-1.2

// A Response is the answer of a handler: status, header fields and one body, which is text,
// a part of a file or a stream. The transport owns one per thread and clears it between
// requests, so that its strings keep their capacity. Used by one thread at a time.
//
// The transport adds Date, Content-Length or Transfer-Encoding, and Connection, and drops
// the body where the protocol has none (HEAD, 204, 304); handlers set none of these fields.

#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

#include "http/message/body.h"

namespace orgreg::http {

class Response {
 public:
  int status() const { return status_; }
  void set_status(int status) { status_ = status; }

  // Appends one field line. Control characters in the value, line breaks above all, are
  // written as spaces: a value can never begin a field of its own. `name` must be a token.
  void AddHeader(std::string_view name, std::string_view value);

  // Adds an item to the list that the field of that name holds, unless the list has it; without
  // such a field, adds one.
  void AddToList(std::string_view name, std::string_view item);

  // The field lines so far, each ended by CRLF.
  std::string_view headers() const { return headers_; }

  // Append the body here, if it is text.
  std::string& body() { return body_; }
  const std::string& body() const { return body_; }

  // The body is this part of a file, and no text or stream. The part must lie in it.
  void set_file(FileBody file);
  bool has_file() const { return file_.file != nullptr; }
  const FileBody& file() const { return file_; }

  // The body is this stream, and no text or file.
  void set_stream(std::unique_ptr<BodyStream> stream);
  bool has_stream() const { return stream_ != nullptr; }
  BodyStream* stream() const { return stream_.get(); }
  std::unique_ptr<BodyStream> TakeStream() { return std::move(stream_); }

  // Marks the body as a secret: the transport does not reuse the buffers that it passes through,
  // but frees them.
  void MarkSecret() { is_secret_ = true; }
  bool is_secret() const { return is_secret_; }

  // The operation that answers, for the observer of the server (observer.h); -1: none.
  void set_operation(int operation) { operation_ = operation; }
  int operation() const { return operation_; }

  // The kind of error that the answer is, by a number of the handler's own, for the observer too;
  // -1: it is none.
  void set_error(int kind) { error_ = kind; }
  int error() const { return error_; }

  // The id by which the client can ask about this answer, if it has one.
  void set_trace(std::string_view trace) { trace_ = trace; }
  const std::string& trace() const { return trace_; }

  // The size of a body that is not a stream.
  std::uint64_t content_bytes() const { return has_file() ? file_.size_bytes : body_.size(); }

  // Resets to an empty 200. Capacity stays, unless a secret or one very large answer needed it.
  void Clear();

 private:
  int status_ = 200;
  bool is_secret_ = false;
  int operation_ = -1;
  int error_ = -1;
  std::string trace_;
  std::string headers_;
  std::string body_;
  FileBody file_;
  std::unique_ptr<BodyStream> stream_;
};

// Empties `text` and keeps its capacity for the next use, up to the size of ordinary answers;
// more than that is freed.
void ClearKeepingCapacity(std::string* text);

// Empties `text` and frees its memory.
void LetGo(std::string* text);

}  // namespace orgreg::http
