// SPDX-License-Identifier: EUPL-1.2

// A RequestReader turns the bytes of one connection into requests, one after the other. It
// does no input or output and keeps no bytes, only positions, so the caller may move its
// buffer between calls. The outcome depends on the bytes alone, not on how they were cut.

#pragma once

#include <cstddef>
#include <string_view>

#include "http/message/handler.h"
#include "http/message/limits.h"
#include "http/message/request.h"
#include "http/parse/chunk_decoder.h"
#include "http/parse/head_parser.h"
#include "http/parse/head_scanner.h"

namespace orgreg::http {

class RequestReader {
 public:
  enum class State { kNeedMore, kHead, kRequest, kFault };

  // `limits` must outlive the reader.
  explicit RequestReader(const Limits& limits)
      : limits_(&limits),
        scanner_(limits),
        chunks_(limits.body_bytes),
        most_body_bytes_(limits.body_bytes) {}

  // `bytes` are all bytes since the last Next. kRequest: storage->request is filled (but
  // for peer) and points into `bytes` and `storage`. kHead: likewise, but for the body, of
  // which some may be there; comes once for each request that has one. The caller may go on, or
  // read the body itself (framing()) and call Next.
  State Read(std::string_view bytes, RequestStorage* storage);

  // After kHead: how the body is framed, and whether it is longer than it may be: then the next
  // Read gives that fault.
  const Framing& framing() const { return framing_; }
  bool is_too_large() const { return framing_.content_length > most_body_bytes_; }
  // After kHead: the body may have so many bytes, rather than Limits::body_bytes.
  void AllowBody(std::size_t most_bytes);

  // After kRequest: how many bytes the request took, and whether another may follow. After kHead:
  // the same for the head alone.
  std::size_t size() const { return body_begin_ + body_size_; }
  bool keep_alive() const { return framing_.keep_alive; }
  bool http_1_0() const { return framing_.http_1_0; }

  // After kFault.
  Fault fault() const { return fault_; }

  // Returns true if `bytes`, as Read has them, begin a HEAD request, even an incomplete or
  // malformed one: its answer has no body (RFC 9110, 9.3.2).
  bool BeginsHead(std::string_view bytes) const;

  // After kFault: the path of a target that is too long, as sent, up to its question mark; empty if
  // `bytes`, as Read has them, hold none.
  std::string_view PathOfTarget(std::string_view bytes) const;

  // After kNeedMore: whether the head is complete and only the body is awaited.
  bool in_body() const { return body_begin_ > 0; }

  // After kHead or kNeedMore: true once for a client that waits for "100 Continue".
  bool TakeExpectation();

  // Forgets the request that was read; the next begins where it ended.
  void Next();

 private:
  State Fail(Fault fault);
  State ReadHead(std::string_view bytes, RequestStorage* storage);
  State ReadBody(std::string_view bytes, RequestStorage* storage);
  State ReadChunks(std::string_view bytes, RequestStorage* storage);

  const Limits* limits_;
  HeadScanner scanner_;
  ChunkDecoder chunks_;
  std::size_t most_body_bytes_;
  Framing framing_;
  std::size_t body_begin_ = 0;  // 0 until the head is complete
  std::size_t body_size_ = 0;   // encoded
  Fault fault_ = Fault::kBadRequest;
};

}  // namespace orgreg::http
