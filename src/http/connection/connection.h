// SPDX-License-Identifier: EUPL-1.2

// A Connection serves one client: it reads requests, has them answered in order, and ends by
// the rules of Limits. It lives on one worker's thread, and no other thread touches it.
//
// Invariant: while the Connection exists, exactly one asynchronous operation of its own is
// pending (a read, a write, a job on the pool, a place in a queue, or a posted task), and only that
// operation's completion ends the object, by calling ConnectionContext::remove. Everything else (a
// deadline, a stop) at most closes the socket, takes back a job that was not begun, and
// lets the pending operation come back. So completion handlers can hold a plain pointer,
// and no reference is counted on the hot path.

#pragma once

#include <atomic>
#include <boost/system/error_code.hpp>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <list>
#include <memory>
#include <optional>
#include <string>

#include "base/threads/fair_share.h"
#include "http/connection/completions.h"
#include "http/connection/later_queue.h"
#include "http/connection/long_answer.h"
#include "http/connection/observation.h"
#include "http/connection/outgoing.h"
#include "http/connection/streamed_input.h"
#include "http/connection/transport.h"
#include "http/connection/turn_queue.h"
#include "http/message/handler.h"
#include "http/message/limits.h"
#include "http/parse/read_buffer.h"
#include "http/parse/request_reader.h"
#include "http/tls/session.h"
#include "http/work/work_pools.h"

namespace orgreg::http {

class Connection;
using Connections = std::list<Connection>;

// The objects that all connections of one worker share. The scratch members are unused between two
// operations of a connection, and empty but for their capacity.
struct ConnectionContext {
  const Limits* limits = nullptr;
  Handler* handler = nullptr;
  // Answers are the last ones of their connections.
  const std::atomic<bool>* stopping = nullptr;
  // Then connections close too whose client asks nothing more, a moment later if another process
  // takes over.
  bool closes_idle = false;
  WorkPools* pools = nullptr;
  base::FairShare* waiting = nullptr;                 // memory of answers, over all workers
  TurnQueue* turns = nullptr;                         // for files
  TurnQueue* handshakes = nullptr;                    // of TLS
  Completions* completions = nullptr;                 // of jobs
  LaterQueue* later = nullptr;                        // of requests that the handler put off
  Observer* observer = nullptr;                       // may be null
  std::size_t worker = 0;                             // the number of the worker
  std::function<void(Connections::iterator)> remove;  // destroys the connection

  RequestStorage storage = {};
  Response response = {};
  Outgoing out = {};
};

class Connection {
 public:
  using Clock = std::chrono::steady_clock;

  // The other end, and its place among all connections.
  struct Client {
    std::string peer = {};
    base::FairShare::Part place = {};
    std::unique_ptr<TlsSession> tls = {};  // Null: it speaks HTTP without TLS.
  };

  // `context` must outlive the connection.
  Connection(Socket socket, Client client, ConnectionContext* context);
  Connection(const Connection&) = delete;
  Connection& operator=(const Connection&) = delete;

  // The place in which the worker keeps the connection; set before anything else.
  void set_position(Connections::iterator position) { position_ = position; }

  // True if it has a place among the connections; false if it only gets a refusal.
  bool is_admitted() const { return client_.place.is_held(); }

  // The time since which it has waited for a request, of which a part may be there; nothing while
  // it does anything else.
  std::optional<Clock::time_point> waiting_since() const;

  // Begins to read requests. May end the object, as every completion may.
  void Start();

  // Answers kOverloaded instead, and closes.
  void Refuse();

  // What it does, for the observer of the server.
  enum class State { kWaiting, kReading, kWorking, kSending, kClosing };
  State state() const;

  // Called by a TurnQueue: sends the next piece of a file, or goes on with the handshake.
  void TakeTurn();

  // Called by a LaterQueue: the handler is asked again.
  void TryAgain();

  // Called now and then: ends the connection if it is past a deadline.
  void CheckDeadline(Clock::time_point now);

  // Closes at once if idle, otherwise after the present answer. Repeating it is harmless.
  void BeginStop();

  // Closes at once.
  void Close();

 private:
  enum class Phase {
    kHandshake,  // of TLS
    kHead,       // a head is awaited, or some of it is there
    kBody,       // its body is awaited
    kIdle,       // between two requests
    kWriting,    // the client is slow to take its answers
    kSending,    // a file, or a part of a stream, is on its way
    kTaking,     // more of the body that a stream is made of is awaited
    kJob,        // the pool works for it, or the handler will be asked again
    kLinger,     // everything is said; bytes are thrown away until the client closes
    kClosed,     // the socket is closed, the pending operation not yet back
  };

  // The step that follows once all of `out` is sent.
  enum class After {
    kRead,         // more bytes are needed
    kNextRequest,  // the buffer may hold further requests
    kJob,          // the pool is to answer, or the handler later
    kFile,         // the answer's file
    kPart,         // the answer's stream, its next part
  };

  template <typename Step>
  void Guard(Step step);
  template <typename Step>
  void Proceed(const boost::system::error_code& error, Step step);
  void AwaitHandshake(TlsSession::Wait what);
  void ShakeHands();
  void EndHandshake();
  void Read();
  void OnRead(const boost::system::error_code& error, std::size_t size);
  void AnswerBuffered();
  After ReadRequests();
  After TakeHead();
  bool MakeRoomForBody(const Request& request);
  After AdmitBody();
  After AnswerRequest();
  After PutAnswer(Response* response, const Request& request, const Asked& asked);
  After AnswerFault(Fault fault, BodyPart body);
  After AnswerOverload(const Request& request, BodyPart body);
  template <typename Answer>
  After AnswerLast(BodyPart body, Answer answer);
  BodyPart BodyOfFault() const;
  std::string_view CountsAs() const;
  void Flush(After after);
  void ClearOut();
  void WriteRest();
  void ReleaseRest();
  void OnWritten(std::size_t size);
  void Continue();
  bool StopsHere();
  void EnterReadPhase();
  void Enter(Phase phase, std::chrono::milliseconds timeout);
  void BeginLinger();

  After PutOff(const Request& request, const Asked& asked, Placement placement);
  void WaitForLater();
  void AskAgain();
  void SubmitJob();
  void OnJobDone();
  bool BeginStream(const BodyStream& stream, const Request& request, const Asked& asked);
  After TakeBody(Response* response, const Asked& asked);
  void SendFile();
  void WaitForRoom();
  void SubmitPart();
  void OnPartDone();
  void ReadInput();
  bool TakeInput();
  void AwaitInput();
  void CutOff();
  void CheckJob(Clock::time_point now);
  void CheckPace(Clock::time_point now);
  void WithdrawJob();
  void NoteClose(Closed why) const;

  Transport wire_;
  ConnectionContext* context_;
  Connections::iterator position_;
  RequestReader reader_;
  ReadBuffer buffer_;
  Client client_;
  std::uint16_t local_port_ = 0;
  Phase phase_ = Phase::kHead;
  Clock::time_point deadline_ = Clock::time_point::max();
  std::size_t answered_ = 0;
  bool closing_ = false;  // nothing is answered after what is already in `out`
  After after_ = After::kRead;
  std::string rest_;                  // what the client did not take at once
  std::size_t rest_sent_ = 0;         // of rest_
  base::FairShare::Part rest_share_;  // the memory of rest_, where it is no part of a stream
  base::FairShare::Part body_share_;  // the memory of a body that is longer than usual
  Clock::time_point slow_deadline_ = Clock::time_point::max();  // for all of rest_
  std::unique_ptr<StreamedInput>
      input_;  // of the present request, until its answer's stream has it
  std::unique_ptr<LongAnswer> long_;
  Completion job_done_;      // of its last job
  Observation observation_;  // of the present request
  Clock::time_point job_deadline_ = Clock::time_point::max();
};

// Only a lack of memory throws here, and always before a new operation is pending, so the object
// may be ended.
template <typename Step>
void Connection::Guard(Step step) {
  try {
    step();
  } catch (...) {
    ClearOut();
    context_->remove(position_);
  }
}

// The step that follows an operation. The object ends instead if the operation failed, or if the
// connection was closed meanwhile.
template <typename Step>
void Connection::Proceed(const boost::system::error_code& error, Step step) {
  Guard([&] {
    if (phase_ == Phase::kClosed || error) return context_->remove(position_);
    step();
  });
}

}  // namespace orgreg::http
