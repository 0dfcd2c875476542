#include "http/worker.h"

#include <sys/socket.h>

#include <algorithm>
#include <boost/asio/detail/concurrency_hint.hpp>
#include <boost/asio/error.hpp>
#include <boost/asio/ip/v6_only.hpp>
#include <boost/asio/post.hpp>
#include <cerrno>
#include <exception>
#include <string>
#include <utility>

namespace orgreg::http {
namespace {

namespace asio = boost::asio;
using boost::system::error_code;

// Asio has no name for this option.
error_code SharePort(int socket) {
  const int on = 1;
  if (setsockopt(socket, SOL_SOCKET, SO_REUSEPORT, &on, sizeof(on)) == 0) return {};
  return {errno, boost::system::system_category()};
}

// The kernel cuts it to net.core.somaxconn.
constexpr int kBacklog = 4096;

// How long nothing is accepted after the process ran out of descriptors or memory.
constexpr std::chrono::milliseconds kAcceptPause(100);

// Clients over the limit that may be told so at the same time; further ones are dropped.
constexpr std::size_t kRefusalsAtOnce = 256;

// Often enough for the shortest deadline, seldom enough to cost nothing.
std::chrono::milliseconds TickOf(const Limits& limits) {
  const auto shortest =
      std::min({limits.head_timeout, limits.body_timeout, limits.idle_timeout,
                limits.write_stall_timeout, limits.linger_timeout, limits.stop_timeout});
  return std::clamp(shortest / 4, std::chrono::milliseconds(10), std::chrono::milliseconds(1000));
}

bool IsShortage(const error_code& error) {
  return error == asio::error::no_descriptors || error == asio::error::no_buffer_space ||
         error == asio::error::no_memory ||
         error == boost::system::errc::too_many_files_open_in_system;
}

}  // namespace

// The hint leaves out locks around sockets and timers: only post comes from other threads.
Worker::Worker(ServerState* state)
    : state_(state),
      io_(BOOST_ASIO_CONCURRENCY_HINT_UNSAFE_IO),
      acceptor_(io_),
      tick_timer_(io_),
      accept_timer_(io_),
      tick_(TickOf(state->limits)) {
  context_.limits = &state->limits;
  context_.handler = state->handler;
  context_.stopping = &state->stopping;
  context_.remove = [this](Connections::iterator position) { Remove(position); };
  context_.storage.fields.reserve(state->limits.header_fields);
}

base::Status Worker::Listen(const Endpoint& endpoint) {
  error_code error;
  const auto failed = [&](const char* step) {
    return base::Error{base::Code::kIo, endpoint.address().to_string() + " port " +
                                            std::to_string(endpoint.port()) + ": " + step + ": " +
                                            error.message()};
  };
  if (acceptor_.open(endpoint.protocol(), error)) return failed("open");
  if (acceptor_.set_option(asio::socket_base::reuse_address(true), error)) return failed("reuse");
  error = SharePort(acceptor_.native_handle());
  if (error) return failed("share the port");
  // Accepted sockets inherit it, which saves a system call for each.
  if (acceptor_.set_option(asio::ip::tcp::no_delay(true), error)) return failed("no delay");
  if (endpoint.address().is_v6()) {
    if (acceptor_.set_option(asio::ip::v6_only(false), error)) return failed("accept IPv4");
  }
  if (acceptor_.bind(endpoint, error)) return failed("bind");
  if (acceptor_.listen(kBacklog, error)) return failed("listen");
  if (acceptor_.non_blocking(true, error)) return failed("non-blocking");
  return {};
}

Worker::Endpoint Worker::endpoint() const {
  error_code error;
  return acceptor_.local_endpoint(error);
}

void Worker::Run() {
  Accept();
  StartTick();
  io_.run();
}

void Worker::PostStop() {
  asio::post(io_, [this] { BeginStop(); });
}

void Worker::Accept() {
  acceptor_.async_accept(
      io_, [this](const error_code& error, Socket socket) { OnAccept(error, std::move(socket)); });
}

void Worker::OnAccept(const error_code& error, Socket socket) {
  if (!error) Admit(std::move(socket));
  if (stopping_) {
    for (Connection& connection : connections_) connection.BeginStop();
    return;
  }
  if (IsShortage(error)) {
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

void Worker::Admit(Socket socket) {
  const std::size_t count = state_->connections.fetch_add(1) + 1;
  const std::size_t limit = state_->limits.connections;
  Connection* const connection = count > limit + kRefusalsAtOnce ? nullptr : Add(std::move(socket));
  if (connection == nullptr) {
    state_->connections.fetch_sub(1);
  } else if (count > limit) {
    connection->Refuse();
  } else {
    connection->Start();
  }
}

// Nothing when there is no memory for it.
Connection* Worker::Add(Socket socket) try {
  const auto position = connections_.emplace(connections_.end(), std::move(socket), &context_);
  position->set_position(position);
  return &*position;
} catch (const std::exception&) {
  return nullptr;
}

void Worker::Remove(Connections::iterator position) {
  connections_.erase(position);
  state_->connections.fetch_sub(1);
  if (stopping_ && connections_.empty()) tick_timer_.cancel();
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
  AcceptWaiting();
  stopping_ = true;
  error_code error;
  acceptor_.close(error);
  accept_timer_.cancel();
  stop_deadline_ = Connection::Clock::now() + state_->limits.stop_timeout;
  for (Connection& connection : connections_) connection.BeginStop();
  if (connections_.empty()) tick_timer_.cancel();
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
