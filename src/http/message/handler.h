// What the transport asks of its user: an answer to each request, and the words for bytes
// that are no request.

#pragma once

#include <string_view>

#include "http/message/request.h"
#include "http/message/response.h"

namespace orgreg::http {

// Why a connection ends without a request to hand over. The status is the handler's to
// set; the number is what RFC 9110 gives for the case.
enum class Fault {
  kBadRequest,           // 400: not HTTP, or ambiguous framing
  kRequestTimeout,       // 408: head or body did not come whole in time
  kBodyTooLarge,         // 413
  kUriTooLong,           // 414: the request line is over its limit
  kHeadTooLarge,         // 431: the header block, a field or their number is over its limit
  kNotImplemented,       // 501: CONNECT, or a transfer coding other than chunked
  kOverloaded,           // 503: too many connections, jobs, streams or answers not taken
  kVersionNotSupported,  // 505: neither HTTP/1.0 nor HTTP/1.1
};

// What Handle made of a request.
enum class Placement {
  kAnswered,   // the response is complete
  kNeedsPool,  // it takes time: HandleSlowly is to answer
  // The same, on threads apart: for what anybody may make the server do that costs much, so that
  // nothing else waits behind it.
  kNeedsSidePool,
  // The same, on yet other threads: for what reads so much that few may do it at a time.
  kNeedsScanPool,
  // The same, on threads that nothing else uses: for what must be answered whatever all others ask.
  kNeedsReservedPool,
};

using Turn = Placement;

class Handler {
 public:
  virtual ~Handler() = default;

  // Whose share of connections, memory and threads the request takes (base/threads/fair_share.h):
  // an address, or nothing for what counts only in total. Of a connection on which nothing was
  // asked yet, the request has a peer alone. From several threads at once.
  virtual std::string_view CountsAs(const Request& request) const { return request.peer; }

  // Whether the body of a request is to be waited for, which has come as far as its head. If
  // not, the response is what the client is told, and the connection closes after it. As Handle
  // otherwise.
  virtual bool AdmitBody(const Request& /*head*/, Response* /*response*/) { return true; }

  // Answers one request, or puts it off. Called from several threads at once; the thread
  // serves no other connection meanwhile, so it must be quick. Must not throw: an exception
  // ends the connection unanswered.
  virtual Placement Handle(const Request& request, Response* response) = 0;

  // Answers a request that Handle put off. Called on a thread of one of the server's pools,
  // from several at once, with a copy of the request and an empty response. It may take its
  // time, but must end: a server that stops waits for it. Must not throw, as above.
  virtual void HandleSlowly(const Request& /*request*/, Response* /*response*/) {}

  // Answers a fault. The connection closes after it.
  virtual void HandleFault(Fault fault, Response* response) = 0;
};

}  // namespace orgreg::http
