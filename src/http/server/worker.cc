// SPDX-License-Identifier: EUPL-1.2

// A worker accepts clients of its listening socket and keeps their connections: it refuses those
// over the limit, closes waiting ones when places are few, checks deadlines at each tick, and ends
// them all at a stop.

#include "http/server/worker.h"

#include <pthread.h>
#include <unistd.h>

#include <algorithm>
#include <boost/asio/detail/concurrency_hint.hpp>
#include <boost/asio/error.hpp>
#include <csignal>
#include <exception>
#include <utility>

#include "base/log.h"
#include "http/connection/peer_name.h"
#include "http/message/request.h"

namespace orgreg::http {
namespace {

namespace asio = boost::asio;
using boost::system::error_code;

// How long nothing is accepted after the process ran out of descriptors or memory. In each such
// pause as many clients are refused as there are spare descriptors.
constexpr std::chrono::milliseconds kAcceptPause(20);

// Clients over the limit that may get a refusal at the same time; further ones are dropped.
constexpr std::size_t kRefusalsAtOnce = 256;

// If only this part of the places for connections is free, a waiting one is closed for each new
// one.
constexpr std::size_t kKeptFree = 16;
// The number of connections of which the one is taken that has waited longest, how many are looked
// at until there is one, and how long it must have waited.
constexpr std::size_t kLookedAt = 64;
constexpr std::size_t kMostLookedAt = 1024;
constexpr std::chrono::milliseconds kShortestWait(250);

// How long idle connections are kept at a stop if another process takes over the socket: a client
// that uses its connection learns from the next answer that it closes, and finds none closed under
// its request.
constexpr std::chrono::milliseconds kHandOver(1000);

// Often enough for the shortest deadline, seldom enough to cost nothing.
std::chrono::milliseconds TickOf(const Limits& limits) {
  const auto shortest =
      std::min({limits.head_timeout, limits.body_timeout, limits.idle_timeout,
                limits.write_stall_timeout, limits.download_window, limits.linger_timeout,
                limits.stop_timeout, limits.queue_timeout, limits.job_timeout});
  return std::clamp(shortest / 4, std::chrono::milliseconds(10), std::chrono::milliseconds(1000));
}

bool IsShortage(const error_code& error) {
  return error == asio::error::no_descriptors || error == asio::error::no_buffer_space ||
         error == asio::error::no_memory ||
         error == boost::system::errc::too_many_files_open_in_system;
}

}  // namespace

// The hint leaves out locks: other threads reach a worker by its completions alone.
Worker::Worker(ServerState* state)
    : state_(state),
      io_(BOOST_ASIO_CONCURRENCY_HINT_UNSAFE),
      acceptor_(io_),
      tick_timer_(io_),
      accept_timer_(io_),
      turns_(&io_),
      handshakes_(&io_),
      later_(&io_),
      completions_(&io_),
      tick_(TickOf(state->limits)) {
  context_.limits = &state->limits;
  context_.handler = state->handler;
  context_.stopping = &state->stopping;
  context_.pools = &state->pools;
  context_.waiting = &state->waiting;
  context_.turns = &turns_;
  context_.handshakes = &handshakes_;
  context_.completions = &completions_;
  context_.later = &later_;
  context_.observer = state->observer;
  context_.worker = state->worker_count++;
  context_.remove = [this](Connections::iterator position) { Remove(position); };
  context_.storage.fields.reserve(state->limits.header_fields);
  stop_.then = [this] { BeginStop(); };
}

Worker::~Worker() { RemoveSocketFile(); }

base::Status Worker::Listen(const Endpoint& endpoint) { return ListenTcp(endpoint, &acceptor_); }

base::Status Worker::Listen(const std::string& path, unsigned mode) {
  base::Status status = ListenUnix(path, mode, &acceptor_);
  if (status) socket_file_ = path;
  return status;
}

base::Status Worker::Inherit(int socket) {
  is_inherited_ = true;
  return http::Inherit(socket, &acceptor_);
}

std::chrono::milliseconds Worker::Silence() const {
  return std::chrono::duration_cast<std::chrono::milliseconds>(Connection::Clock::now() -
                                                               looked_at_.load());
}

void Worker::Run() {
  // A client that is gone must not end the process: sendfile has no flag against it.
  sigset_t pipe = {};
  sigemptyset(&pipe);
  sigaddset(&pipe, SIGPIPE);
  pthread_sigmask(SIG_BLOCK, &pipe, nullptr);
  // Ends the remaining work after a run failed; nothing remains if accepting failed.
  error_code error;
  acceptor_.cancel(error);
  Accept();
  StartTick();
  completions_.Run();
  io_.run();
}

void Worker::PostStop() { completions_.Add(&stop_); }

void Worker::Accept() {
  acceptor_.async_accept(
      io_, [this](const error_code& error, Socket socket) { OnAccept(error, std::move(socket)); });
}

void Worker::OnAccept(const error_code& error, Socket socket) {
  if (!error) Admit(std::move(socket));
  if (stopping_) {
    if (!connections_.empty()) completions_.Run();  // The last connection may have stopped them.
    if (context_.closes_idle) StopConnections();
    if (!connections_.empty()) StartTick();  // It may have ended with the last one.
    return;
  }
  if (error == asio::error::operation_aborted) return;  // Another one was begun.
  if (IsShortage(error)) {
    LogShortage(error);
    RefuseWaiting();
    AcceptLater();
  } else {
    Accept();
  }
}

// Trying again at once would spin: the waiting client keeps the socket ready.
void Worker::AcceptLater() {
  accept_timer_.expires_after(kAcceptPause);
  accept_timer_.async_wait([this](const error_code& error) {
    if (!error && !stopping_) Accept();
  });
}

void Worker::LogShortage(const error_code& error) {
  const auto held_back = state_->shortage_log.Pass();
  if (!held_back) return;
  base::LogError(
      "connections cannot be accepted: {}; clients {} ({} more failures since the last such line)",
      error.message(), state_->tls == nullptr ? "are answered 503" : "are cut off", *held_back);
}

// A spare descriptor makes room for one client, who gets a 503 and lets it go.
void Worker::RefuseWaiting() {
  while (spares_.LetGo()) {
    error_code error;
    Socket socket(io_);
    acceptor_.accept(socket, error);
    if (!error) {
      Refuse(std::move(socket), {});
    } else if (!IsShortage(error)) {
      break;  // No client waits any more.
    }
  }
  spares_.Fill();
}

void Worker::Refuse(Socket socket, std::string peer) {
  if (state_->observer != nullptr) state_->observer->OnRefuse(context_.worker);
  if (state_->tls != nullptr) return;
  if (state_->refusals.fetch_add(1) >= kRefusalsAtOnce) {
    state_->refusals.fetch_sub(1);
    return;
  }
  Connection* const connection = Add(std::move(socket), {.peer = std::move(peer)});
  if (connection != nullptr) {
    connection->Refuse();
  } else {
    state_->refusals.fetch_sub(1);
  }
}

// A client for whom there is no memory is dropped.
void Worker::Admit(Socket socket) try {
  if (state_->connections.free() <= state_->limits.connections / kKeptFree) MakeRoom();
  Connection::Client client{.peer = PeerName(socket.native_handle())};
  Request nothing_asked;
  nothing_asked.peer = client.peer;
  client.place = state_->connections.Take(state_->handler->CountsAs(nothing_asked));
  if (!client.place.is_held()) return Refuse(std::move(socket), std::move(client.peer));
  if (state_->tls != nullptr) {
    client.tls = state_->tls->Begin(socket.native_handle());
    if (client.tls == nullptr) return;
  }
  Connection* const connection = Add(std::move(socket), std::move(client));
  if (connection == nullptr) return;
  if (state_->observer != nullptr) state_->observer->OnAccept(context_.worker);
  connection->Start();
} catch (const std::exception&) {
  return;
}

// Nothing when there is no memory for it.
Connection* Worker::Add(Socket socket, Connection::Client client) try {
  const auto position =
      connections_.emplace(connections_.end(), std::move(socket), std::move(client), &context_);
  position->set_position(position);
  return &*position;
} catch (const std::exception&) {
  return nullptr;
}

// Closes the connection that has waited longest for its client, of some that it looks at: a crowd
// that sends nothing, or a part of a head, must not keep others out, from however many addresses it
// comes. Its place is free for the next client a moment later.
void Worker::MakeRoom() {
  const auto now = Connection::Clock::now();
  auto longest = now - kShortestWait;
  Connection* waiting = nullptr;
  const std::size_t most = std::min(kMostLookedAt, connections_.size());
  for (std::size_t i = 0; i < most && (i < kLookedAt || waiting == nullptr); ++i) {
    if (next_looked_at_ == connections_.end()) next_looked_at_ = connections_.begin();
    Connection& connection = *next_looked_at_++;
    const auto since = connection.waiting_since();
    if (!since || *since > longest) continue;
    longest = *since;
    waiting = &connection;
  }
  if (waiting == nullptr) return;
  if (state_->observer != nullptr) state_->observer->OnClose(context_.worker, Closed::kForRoom);
  waiting->Close();
}

void Worker::Remove(Connections::iterator position) {
  if (next_looked_at_ == position) ++next_looked_at_;
  if (!position->is_admitted()) state_->refusals.fetch_sub(1);
  connections_.erase(position);
  spares_.Fill();
  if (stopping_) EndIfEmpty();
}

void Worker::StartTick() {
  tick_timer_.expires_after(tick_);
  tick_timer_.async_wait([this](const error_code& error) {
    if (!error) OnTick();
  });
}

void Worker::OnTick() {
  if (stopping_ && connections_.empty()) return;
  const auto now = Connection::Clock::now();
  load_.Note(connections_, now);
  looked_at_ = now;
  if (now >= idle_deadline_) StopConnections();
  for (Connection& connection : connections_) {
    if (now >= stop_deadline_) {
      connection.Close();
    } else {
      connection.CheckDeadline(now);
    }
  }
  StartTick();
}

void Worker::BeginStop() {
  if (stopping_) return;
  RemoveSocketFile();
  if (!is_inherited_) AcceptWaiting();
  stopping_ = true;
  error_code error;
  acceptor_.close(error);
  accept_timer_.cancel();
  const auto now = Connection::Clock::now();
  stop_deadline_ = now + state_->limits.stop_timeout;
  if (is_inherited_) {
    idle_deadline_ = now + kHandOver;
  } else {
    StopConnections();
  }
  EndIfEmpty();
}

void Worker::StopConnections() {
  idle_deadline_ = Connection::Clock::time_point::max();
  context_.closes_idle = true;
  for (Connection& connection : connections_) connection.BeginStop();
}

// Leaves nothing to wait for, so that Run returns.
void Worker::EndIfEmpty() {
  if (!connections_.empty()) return;
  tick_timer_.cancel();
  completions_.Stop();
}

// Called while the socket still listens: so no other process can have taken the name yet.
void Worker::RemoveSocketFile() {
  if (!socket_file_.empty()) ::unlink(socket_file_.c_str());
  socket_file_.clear();
}

// Clients the kernel has already accepted for us would otherwise be reset with the
// listening socket, their requests unanswered.
void Worker::AcceptWaiting() {
  while (true) {
    error_code error;
    Socket socket(io_);
    if (acceptor_.accept(socket, error)) return;
    Admit(std::move(socket));
  }
}

}  // namespace orgreg::http
