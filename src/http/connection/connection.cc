// SPDX-License-Identifier: EUPL-1.2

// A connection alternates between reading requests and writing responses. Each step returns what
// comes After it, and ends in an asynchronous operation whose handler (OnRead, OnWritten) begins
// the next step.

#include "http/connection/connection.h"

#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/socket.h>

#include <algorithm>
#include <boost/asio/error.hpp>
#include <boost/asio/post.hpp>
#include <string_view>
#include <utility>

#include "http/connection/peer_name.h"
#include "http/message/method.h"

namespace orgreg::http {
namespace {

namespace asio = boost::asio;
using boost::system::error_code;

// Answers collected before they are sent, so that pipelined large ones do not pile up.
constexpr std::size_t kFlushBytes = std::size_t{256} * 1024;

constexpr std::string_view kContinue = "HTTP/1.1 100 Continue\r\n\r\n";

// Of what a client left, so much is offered at once; other connections are served before the rest.
constexpr std::size_t kWriteBytes = std::size_t{256} * 1024;

// The system takes as much as it can send, not as much as it could keep for a client that reads
// slowly: that would be some megabytes for each.
void KeepFewUnsent(int socket) {
  constexpr int kUnsentBytes = 128 * 1024;
  ::setsockopt(socket, IPPROTO_TCP, TCP_NOTSENT_LOWAT, &kUnsentBytes, sizeof(kUnsentBytes));
}

BodyPart BodyOf(const Request& request) {
  return request.method == Method::kHead ? BodyPart::kOmit : BodyPart::kSend;
}

}  // namespace

Connection::Connection(Socket socket, Client client, ConnectionContext* context)
    : wire_(std::move(socket), std::move(client.tls)),
      context_(context),
      reader_(*context->limits),
      client_(std::move(client)),
      observation_(context->observer, context->worker) {}

std::optional<Connection::Clock::time_point> Connection::waiting_since() const {
  const bool waits =
      phase_ == Phase::kIdle || phase_ == Phase::kHead || phase_ == Phase::kHandshake;
  if (!waits) return std::nullopt;
  // One that is about to go on has no deadline: it waits since a time to come, so the shortest.
  const Limits& limits = *context_->limits;
  return deadline_ - (phase_ == Phase::kIdle ? limits.idle_timeout : limits.head_timeout);
}

Connection::State Connection::state() const {
  switch (phase_) {
    case Phase::kHandshake:
      return State::kReading;
    case Phase::kHead:
      return buffer_.empty() ? State::kWaiting : State::kReading;
    case Phase::kBody:
      return State::kReading;
    case Phase::kIdle:
      return State::kWaiting;
    case Phase::kJob:
      return State::kWorking;
    case Phase::kWriting:
    case Phase::kSending:
    case Phase::kTaking:
      return State::kSending;
    case Phase::kLinger:
    case Phase::kClosed:
      break;
  }
  return State::kClosing;
}

// The time of a handshake is that of the first head.
void Connection::Start() {
  error_code error;
  wire_.socket().non_blocking(true, error);
  KeepFewUnsent(wire_.socket().native_handle());
  Guard([this] {
    local_port_ = LocalPort(wire_.socket().native_handle());
    Enter(wire_.is_secured() ? Phase::kHandshake : Phase::kHead, context_->limits->head_timeout);
    if (wire_.is_secured()) return AwaitHandshake(TlsSession::Wait::kInput);
    Read();
  });
}

void Connection::Refuse() {
  error_code error;
  wire_.socket().non_blocking(true, error);
  Guard([this] { Flush(AnswerFault(Fault::kOverloaded, BodyPart::kSend)); });
}

void Connection::Read() {
  wire_.AsyncRead(buffer_.MakeRoom(), [this](const error_code& error, std::size_t size) {
    Guard([&] { OnRead(error, size); });
  });
}

void Connection::OnRead(const error_code& error, std::size_t size) {
  if (error == asio::error::operation_aborted && phase_ != Phase::kClosed && !StopsHere()) {
    Read();
    return;
  }
  if (phase_ == Phase::kClosed || error) {
    context_->remove(position_);
    return;
  }
  if (phase_ == Phase::kLinger) {
    buffer_.Clear();
    Read();
    return;
  }
  buffer_.Commit(size);
  AnswerBuffered();
}

// Answers what has been read, then sends the answers in one go.
void Connection::AnswerBuffered() {
  const After after = ReadRequests();
  context_->storage.Wipe();
  Flush(after);
}

// Gives kNextRequest if it stopped for fairness, with requests perhaps left in the buffer.
Connection::After Connection::ReadRequests() {
  for (std::size_t count = 0; !closing_; ++count) {
    if (count == context_->limits->pipelined_requests || context_->out.size() > kFlushBytes) {
      return After::kNextRequest;
    }
    switch (reader_.Read(buffer_.unread(), &context_->storage)) {
      case RequestReader::State::kHead:
        if (const After after = TakeHead(); after != After::kNextRequest) return after;
        break;
      case RequestReader::State::kNeedMore:
        if (reader_.TakeExpectation()) context_->out.Add(kContinue);
        return After::kRead;
      case RequestReader::State::kFault:
        return AnswerFault(reader_.fault(), BodyOfFault());
      case RequestReader::State::kRequest:
        if (const After after = AnswerRequest(); after != After::kNextRequest) return after;
        break;
    }
  }
  return After::kRead;
}

// A body that is too long is refused by the reader, unless it is streamed.
Connection::After Connection::TakeHead() {
  Request& request = context_->storage.request;
  request.peer = client_.peer;
  request.local_port = local_port_;
  request.is_secured = wire_.is_secured();
  if (context_->handler->StreamsBody(request)) {
    request.body = {};
    input_ = std::make_unique<StreamedInput>(reader_.framing(), reader_.TakeExpectation(),
                                             *context_->limits, Clock::now());
    return AnswerRequest();
  }
  if (!MakeRoomForBody(request)) return AnswerOverload(request, BodyOf(request));
  return reader_.is_too_large() ? After::kNextRequest : AdmitBody();
}

// Takes memory for a body that may be, and is, longer than usual. Chunks do not say how long.
bool Connection::MakeRoomForBody(const Request& request) {
  const std::size_t usual = context_->limits->body_bytes;
  const std::size_t most = context_->handler->MostBodyBytes(request, usual);
  if (most <= usual) return true;
  reader_.AllowBody(most);
  const Framing& framing = reader_.framing();
  const auto size =
      framing.chunked
          ? most
          : static_cast<std::size_t>(std::min<std::uint64_t>(framing.content_length, most));
  if (size <= usual) return true;
  body_share_ = context_->waiting->Take(context_->handler->CountsAs(request), size);
  return body_share_.is_held();
}

// The body is read only if the handler wants it; otherwise the handler's answer is the last one on
// this connection.
Connection::After Connection::AdmitBody() {
  const Request& request = context_->storage.request;
  Response& response = context_->response;
  response.Clear();
  try {
    if (context_->handler->AdmitBody(request, &response)) return After::kNextRequest;
    closing_ = true;
    observation_.Begin(request, *context_->handler);
    return PutAnswer(&response, request, {.body = BodyOf(request), .http_1_0 = reader_.http_1_0()});
  } catch (...) {
    closing_ = true;
    return After::kRead;
  }
}

Connection::After Connection::AnswerRequest() {
  Request& request = context_->storage.request;
  const Asked asked = {.body = BodyOf(request), .http_1_0 = reader_.http_1_0()};
  Response& response = context_->response;
  request.peer = client_.peer;
  request.local_port = local_port_;
  request.is_secured = wire_.is_secured();
  ++answered_;
  closing_ = !reader_.keep_alive() || answered_ >= context_->limits->requests_per_connection ||
             context_->stopping->load(std::memory_order_relaxed);
  response.Clear();
  After after = After::kRead;
  try {
    observation_.Begin(request, *context_->handler);
    const Placement placement = context_->handler->Handle(request, &response);
    after = placement == Placement::kAnswered ? PutAnswer(&response, request, asked)
                                              : PutOff(request, asked, placement);
  } catch (...) {
    // A handler must not throw. If it does, this client loses its connection and the
    // others nothing.
    closing_ = true;
  }
  buffer_.Consume(reader_.size());
  reader_.Next();
  phase_ = Phase::kIdle;
  return after;
}

// Appends the answer to `out`; what of it is not in memory follows after that.
Connection::After Connection::PutAnswer(Response* response, const Request& request,
                                        const Asked& asked) {
  const bool has_body =
      asked.body == BodyPart::kSend && !ResponseWriter::IsBodiless(response->status());
  if (has_body && response->has_stream()) {
    if (!BeginStream(*response->stream(), request, asked)) {
      return AnswerOverload(request, asked.body);
    }
    // In HTTP/1.0 only closing ends a body of unknown length.
    if (asked.http_1_0) closing_ = true;
    if (input_ != nullptr && std::exchange(input_->waits, false)) context_->out.Add(kContinue);
  } else if (input_ != nullptr) {
    // The body stays unread.
    input_.reset();
    closing_ = true;
  }
  const ResponseWriter::Manner manner = {.body = asked.body,
                                         .connection = closing_ ? ConnectionField::kClose
                                                       : asked.http_1_0
                                                           ? ConnectionField::kKeepAlive
                                                           : ConnectionField::kNone,
                                         .chunked = !asked.http_1_0};
  const std::size_t before = context_->out.size();
  context_->out.Add(manner, response);
  observation_.Answer(*response, context_->out.size() - before);
  if (!response->has_stream() && !response->has_file() && !response->is_secret()) {
    observation_.End();
    return After::kNextRequest;
  }
  const After after = has_body ? TakeBody(response, asked) : After::kNextRequest;
  if (after == After::kNextRequest) observation_.End();
  // A file, a stream or a secret must not live on here until the next request.
  response->Clear();
  return after;
}

// The request that is being read says by its first word whether it is a HEAD.
BodyPart Connection::BodyOfFault() const {
  return reader_.BeginsHead(buffer_.unread()) ? BodyPart::kOmit : BodyPart::kSend;
}

Connection::After Connection::AnswerFault(Fault fault, BodyPart body) {
  if (context_->observer != nullptr) context_->observer->OnFault(context_->worker, fault);
  return AnswerLast(body, [&](Response* response) {
    if (fault != Fault::kUriTooLong) return context_->handler->HandleFault(fault, response);
    context_->handler->HandleLongTarget(reader_.PathOfTarget(buffer_.unread()), response);
  });
}

Connection::After Connection::AnswerOverload(const Request& request, BodyPart body) {
  if (context_->observer != nullptr) {
    context_->observer->OnFault(context_->worker, Fault::kOverloaded);
  }
  return AnswerLast(
      body, [&](Response* response) { context_->handler->HandleOverload(request, response); });
}

// The connection ends after it.
template <typename Answer>
Connection::After Connection::AnswerLast(BodyPart body, Answer answer) {
  closing_ = true;
  Response& response = context_->response;
  response.Clear();
  try {
    answer(&response);
    const std::size_t before = context_->out.size();
    context_->out.Add({.body = body, .connection = ConnectionField::kClose}, &response);
    observation_.Answer(response, context_->out.size() - before);
    observation_.End();
  } catch (...) {
    // Closed without an answer, as above.
    return After::kRead;
  }
  return After::kRead;
}

// Most answers fit into the socket's buffer: then no write ever waits.
void Connection::Flush(After after) {
  after_ = after;
  Outgoing& out = context_->out;
  if (out.empty()) {
    Continue();
    return;
  }
  error_code error;
  const auto follows =
      after == After::kFile ? Transport::Follows::kFile : Transport::Follows::kNothing;
  const std::size_t sent = wire_.SendNow(out, follows, &error);
  if (long_) long_->pace.Give(sent);
  if (error) {
    ClearOut();
    context_->remove(position_);
    return;
  }
  if (sent == out.size()) {
    ClearOut();
    Continue();
    return;
  }
  // The memory of a stream was reserved when it began. A client that leaves more than its share
  // unread is disconnected; clients with small requests are not.
  if (!long_ || !long_->stream) {
    rest_share_ = context_->waiting->Take(CountsAs(), out.size());
    if (!rest_share_.is_held()) {
      ClearOut();
      context_->remove(position_);
      return;
    }
  }
  rest_sent_ = out.MoveRest(sent, &rest_);
  const std::chrono::seconds fair(
      (rest_.size() - rest_sent_) /
      std::max<std::size_t>(context_->limits->write_bytes_per_second, 1));
  slow_deadline_ = Clock::now() + context_->limits->write_slow_timeout + fair;
  WriteRest();
}

// The client of the connection, whatever it asked for.
std::string_view Connection::CountsAs() const {
  Request request;
  request.peer = client_.peer;
  return context_->handler->CountsAs(request);
}

void Connection::ClearOut() { context_->out.Clear(&context_->response); }

void Connection::WriteRest() {
  if (long_ && long_->stream) {
    phase_ = Phase::kSending;
  } else {
    Enter(Phase::kWriting, context_->limits->write_stall_timeout);
    deadline_ = std::min(deadline_, slow_deadline_);
  }
  wire_.AsyncWrite(std::string_view(rest_).substr(rest_sent_, kWriteBytes),
                   [this](const error_code& error, std::size_t size) {
                     Proceed(error, [&] { OnWritten(size); });
                   });
}

void Connection::ReleaseRest() {
  LetGo(&rest_);
  rest_share_.GiveBack();
}

void Connection::OnWritten(std::size_t size) {
  if (long_) long_->pace.Give(size);
  rest_sent_ += size;
  if (rest_sent_ < rest_.size()) {
    WriteRest();
    return;
  }
  ReleaseRest();
  phase_ = Phase::kIdle;
  Continue();
}

// All of `out` is sent, so the next step begins.
void Connection::Continue() {
  switch (after_) {
    case After::kJob:
      return long_->asked.pool == nullptr ? WaitForLater() : SubmitJob();
    case After::kFile:
      phase_ = Phase::kSending;
      return context_->turns->Add(this);
    case After::kPart:
      return long_->WaitsForInput() ? ReadInput() : SubmitPart();
    case After::kNextRequest:
    case After::kRead:
      break;
  }
  long_.reset();
  observation_.End();
  if (after_ == After::kNextRequest) body_share_.GiveBack();
  if (closing_ || (after_ == After::kRead && StopsHere())) {
    BeginLinger();
  } else if (after_ == After::kNextRequest) {
    deadline_ = Clock::time_point::max();
    asio::post(wire_.socket().get_executor(),
               [this] { Proceed({}, [this] { AnswerBuffered(); }); });
  } else {
    EnterReadPhase();
    Read();
  }
}

// The server stops and this client has asked for nothing more.
bool Connection::StopsHere() {
  return context_->closes_idle && buffer_.empty() && !wire_.HasInput();
}

// A phase that goes on keeps its deadline: bytes that trickle in do not extend it.
void Connection::EnterReadPhase() {
  const Limits& limits = *context_->limits;
  if (reader_.in_body()) {
    if (phase_ != Phase::kBody) Enter(Phase::kBody, limits.body_timeout);
  } else if (!buffer_.empty()) {
    if (phase_ != Phase::kHead) Enter(Phase::kHead, limits.head_timeout);
  } else {
    Enter(Phase::kIdle, limits.idle_timeout);
  }
}

void Connection::Enter(Phase phase, std::chrono::milliseconds timeout) {
  phase_ = phase;
  deadline_ = Clock::now() + timeout;
}

// Closing with unread bytes in the socket would reset the connection, and the client could
// lose the answer. So our side says it is done and reads on until the client is.
void Connection::BeginLinger() {
  wire_.EndSending();
  buffer_.Clear();
  Enter(Phase::kLinger, context_->limits->linger_timeout);
  Read();
}

void Connection::CheckDeadline(Clock::time_point now) {
  if (phase_ == Phase::kSending || phase_ == Phase::kTaking) return CheckPace(now);
  if (now < deadline_) return;
  if (phase_ == Phase::kJob) return CheckJob(now);
  const bool unfinished = phase_ == Phase::kBody || (phase_ == Phase::kHead && !buffer_.empty());
  if (!unfinished) {
    if (phase_ == Phase::kWriting) {
      NoteClose(Closed::kSlow);
    } else if (phase_ != Phase::kLinger) {
      NoteClose(Closed::kSilent);
    }
    Close();
    return;
  }
  // A read is pending, so this cannot wait for the socket: what does not fit is lost.
  AnswerFault(Fault::kRequestTimeout, BodyOfFault());
  error_code error;
  wire_.SendNow(context_->out, Transport::Follows::kNothing, &error);
  ClearOut();
  wire_.EndSending();
  Enter(Phase::kLinger, context_->limits->linger_timeout);
}

// The read is cancelled and the socket stays open: bytes that the read already has are still
// answered. A read without any comes back to OnRead, which looks for bytes in the socket. A
// stream that waits for more of its body is cut off.
void Connection::BeginStop() {
  const bool reading =
      phase_ == Phase::kIdle || phase_ == Phase::kHead || phase_ == Phase::kHandshake;
  error_code error;
  if (phase_ == Phase::kTaking || (reading && buffer_.empty())) wire_.socket().cancel(error);
}

void Connection::NoteClose(Closed why) const {
  if (context_->observer != nullptr) context_->observer->OnClose(context_->worker, why);
}

void Connection::Close() {
  // Before the client can see it: what it does next shall not meet a job of its.
  if (phase_ == Phase::kJob) WithdrawJob();
  error_code error;
  wire_.socket().close(error);
  phase_ = Phase::kClosed;
  deadline_ = Clock::time_point::max();
}

}  // namespace orgreg::http
