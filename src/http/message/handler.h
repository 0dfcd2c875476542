// SPDX-License-Identifier: EUPL-1.2

// The transport's user implements a Handler: it answers each request, and words the answers to
// bytes that are not a request.

#pragma once

#include <cstddef>
#include <string_view>

#include "http/message/request.h"
#include "http/message/response.h"

namespace orgreg::http {

// Why a connection ends without a request. The handler sets the status; the number here is the one
// that RFC 9110 has for the case.
enum class Fault {
  kBadRequest,           // 400: not HTTP, or ambiguous framing
  kRequestTimeout,       // 408: head or body did not come whole in time
  kBodyTooLarge,         // 413
  kUriTooLong,           // 414: the request line is over its limit
  kHeadTooLarge,         // 431: the header block, a field or their number is over its limit
  kNotImplemented,       // 501: CONNECT, or a transfer coding other than chunked
  kOverloaded,           // 503: too many connections, jobs, streams or answers not taken
  kVersionNotSupported,  // 505: neither HTTP/1.0 nor HTTP/1.1
  kPlainHttp,            // 400: HTTP without TLS where TLS is spoken
};

// The place that answers a request: Handle itself, or HandleSlowly on the threads of a pool.
enum class Placement {
  kAnswered,   // the response is complete
  kNeedsPool,  // it takes time: HandleSlowly answers
  // For expensive work that any client may cause. It has threads of its own, so that nothing else
  // waits for it.
  kNeedsSidePool,
  // For requests that read so much that few may run at a time.
  kNeedsScanPool,
  // For requests that must be answered whatever all other clients ask.
  kNeedsReservedPool,
  // Handle is called again some milliseconds later. It must end this, by Request::waited, and the
  // connection waits without a thread meanwhile.
  kLater,
};

class Handler {
 public:
  virtual ~Handler() = default;

  // The client whose share of connections, memory and threads the request takes
  // (base/threads/fair_share.h): an address, or nothing if it counts only in total. Before the
  // first request of a connection, `request` has only a peer. Called from several threads at once.
  virtual std::string_view CountsAs(const Request& request) const { return request.peer; }

  // The address of the client, for the observer of the server: that of the peer, or the one that a
  // trusted proxy reports.
  virtual std::string_view ClientOf(const Request& request) const { return request.peer; }

  // The most bytes that the body of a request may have, if it is not streamed; over it 413. `usual`
  // is Limits::body_bytes. A longer body takes its size from the client's share of
  // Limits::waiting_bytes, or gets kOverloaded.
  virtual std::size_t MostBodyBytes(const Request& /*head*/, std::size_t usual) const {
    return usual;
  }

  // Decides after the head of a request whether its body is read. If not, the client gets the
  // response and the connection closes after it. The rules of Handle hold here too.
  virtual bool AdmitBody(const Request& /*head*/, Response* /*response*/) { return true; }

  // Decides after the head of a request with a body whether the body, of any length, goes piece by
  // piece to the stream of the answer (BodyStream::Take) while that is sent. Handle then gets the
  // request as one without a body, and AdmitBody is not called. If the answer is no such stream,
  // nothing of the body is read, and the connection closes after the answer.
  virtual bool StreamsBody(const Request& /*head*/) const { return false; }

  // Answers one request with an empty response, or puts it off and leaves the response empty.
  // Called from several threads at once. The thread serves no other connection during the call, so
  // it must be quick. It must not throw: an exception ends the connection without an answer.
  virtual Placement Handle(const Request& request, Response* response) = 0;

  // Answers a request that Handle put off. Called on a thread of one of the server's pools,
  // from several at once, with a copy of the request and an empty response. It may take its
  // time, but must end, because a server that stops waits for it. It must not throw either.
  virtual void HandleSlowly(const Request& /*request*/, Response* /*response*/) {}

  // Answers a fault. The connection closes after it.
  virtual void HandleFault(Fault fault, Response* response) = 0;

  // Answers kUriTooLong. `path` is that of the target, as sent, if it was read whole before the
  // limit; otherwise it is empty. The fields were not read. The connection closes after it.
  virtual void HandleLongTarget(std::string_view /*path*/, Response* response) {
    HandleFault(Fault::kUriTooLong, response);
  }

  // Answers kOverloaded where the head of the request was read, so the answer may suit the client.
  // `request` may lack its body. The connection closes after it.
  virtual void HandleOverload(const Request& /*request*/, Response* response) {
    HandleFault(Fault::kOverloaded, response);
  }
};

}  // namespace orgreg::http
