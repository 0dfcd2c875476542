// SPDX-License-Identifier: EUPL-1.2

// The part of a Connection that begins TLS. Each step costs as much as many requests, so handshakes
// take turns: between two of them the thread serves everybody else, however many clients begin one.

#include <boost/system/error_code.hpp>

#include "http/connection/connection.h"
#include "http/connection/response_writer.h"
#include "http/message/handler.h"

namespace orgreg::http {

using boost::system::error_code;

// A stop ends it.
void Connection::AwaitHandshake(TlsSession::Wait what) {
  const auto done = [this](const error_code& error) {
    Proceed(error, [this] { context_->handshakes->Add(this); });
  };
  if (what == TlsSession::Wait::kRoom) return wire_.AsyncAwaitRoom(done);
  wire_.AsyncAwaitInput(done);
}

// The deadline stays: it is that of the first head, too.
void Connection::ShakeHands() {
  const TlsSession::Step step = wire_.tls()->ShakeHands();
  if (step.error) return EndHandshake();
  if (step.wait != TlsSession::Wait::kNothing) return AwaitHandshake(step.wait);
  phase_ = Phase::kHead;
  Read();
}

// The library has told the client why, if it speaks TLS. A client of HTTP gets an answer in HTTP.
void Connection::EndHandshake() {
  const bool is_http = wire_.tls()->met_plain_http();
  wire_.DropTls();
  if (is_http) return Flush(AnswerFault(Fault::kPlainHttp, BodyPart::kSend));
  BeginLinger();
}

}  // namespace orgreg::http
