// SPDX-License-Identifier: EUPL-1.2

// First the addresses to listen on, then Impl: it has a Worker for each thread, all of which listen
// on the same address, and the pools for long work.

#include "http/server/server.h"

#include <algorithm>
#include <boost/asio/ip/address.hpp>
#include <mutex>
#include <optional>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

#include "base/threads/guarded_thread.h"
#include "base/threads/precedence.h"
#include "http/server/worker.h"

namespace orgreg::http {
namespace {

namespace asio = boost::asio;

// Sharing a port among our threads would let a second server share it too, by mistake and
// silently. A socket that does not share finds out.
base::Status CheckFree(const Worker::Endpoint& endpoint) {
  if (endpoint.port() == 0) return {};
  boost::system::error_code error;
  asio::io_context io;
  asio::ip::tcp::acceptor probe(io);
  if (probe.open(endpoint.protocol(), error)) return {};
  probe.set_option(asio::socket_base::reuse_address(true), error);
  if (probe.bind(endpoint, error)) {
    return base::Error{base::Code::kIo, endpoint.address().to_string() + " port " +
                                            std::to_string(endpoint.port()) + ": " +
                                            error.message()};
  }
  return {};
}

std::optional<asio::ip::address> ParseAddress(std::string_view text) {
  boost::system::error_code error;
  const asio::ip::address address = asio::ip::make_address(std::string(text), error);
  return error ? std::nullopt : std::optional(address);
}

base::Error NoAddress(const std::string& text) {
  return {base::Code::kInvalid, "\"" + text + "\" is not an IP address"};
}

}  // namespace

bool IsAddress(std::string_view text) { return ParseAddress(text).has_value(); }

base::Status CheckFree(const std::string& address, std::uint16_t port) {
  const auto parsed = ParseAddress(address);
  if (!parsed) return NoAddress(address);
  return CheckFree(Worker::Endpoint(*parsed, port));
}

class Server::Impl {
 public:
  Impl(const Options& options, Handler* handler) : state_(options.limits) {
    state_.handler = handler;
    state_.observer = options.observer;
    state_.tls = options.tls;
  }

  ~Impl() {
    Stop();
    Wait();
    // A finished job reports to its worker, so the workers end after the pool.
    state_.pools.Finish();
  }
  Impl(const Impl&) = delete;
  Impl& operator=(const Impl&) = delete;

  base::Status Listen(const Options& options) {
    if (!options.inherited.empty()) return Inherit(options);
    if (!options.unix_socket.empty()) return ListenUnix(options.unix_socket, options.unix_mode);
    const auto address = ParseAddress(options.address);
    if (!address) return NoAddress(options.address);
    return ListenTcp({*address, options.port}, options.threads);
  }

  base::Status ListenTcp(Worker::Endpoint endpoint, unsigned threads) {
    TRY(CheckFree(endpoint));
    for (unsigned i = 0; i < std::max(threads, 1U); ++i) {
      workers_.push_back(std::make_unique<Worker>(&state_));
      TRY(workers_.back()->Listen(endpoint));
      endpoint.port(workers_.back()->port());
    }
    port_ = endpoint.port();
    return {};
  }

  base::Status Inherit(const Options& options) {
    const std::size_t count = std::max<std::size_t>(options.threads, options.inherited.size());
    for (std::size_t i = 0; i < count; ++i) {
      workers_.push_back(std::make_unique<Worker>(&state_));
      TRY(workers_.back()->Inherit(options.inherited[i % options.inherited.size()]));
    }
    port_ = workers_.front()->port();
    return {};
  }

  base::Status ListenUnix(const std::string& path, unsigned mode) {
    workers_.push_back(std::make_unique<Worker>(&state_));
    return workers_.back()->Listen(path, mode);
  }

  base::Status Run(const Options& options) {
    PoolThreads pool_threads = options.pool_threads;
    if (pool_threads.common == 0) pool_threads.common = std::max(2 * count_of_workers(), 2U);
    try {
      state_.pools.Start(pool_threads);
      for (const auto& worker : workers_) {
        threads_.emplace_back([&worker = *worker] {
          base::TakeShortTurns();
          base::RunGuarded("connections", {}, [&worker] { worker.Run(); });
        });
      }
    } catch (const std::system_error& error) {
      return base::Error{base::Code::kUnavailable, std::string("thread: ") + error.what()};
    }
    return {};
  }

  std::uint16_t port() const { return port_; }

  ServerLoad Load() const {
    ServerLoad load{.queues = state_.pools.Queues(),
                    .most_connections = state_.limits.connections,
                    .waiting_bytes = state_.waiting.taken(),
                    .most_waiting_bytes = state_.limits.waiting_bytes};
    for (const auto& worker : workers_) worker->load().AddTo(&load);
    return load;
  }

  std::chrono::milliseconds LongestSilence() const {
    if (state_.stopping) return {};
    std::chrono::milliseconds longest(0);
    for (const auto& worker : workers_) longest = std::max(longest, worker->Silence());
    return longest;
  }

  void Stop() {
    if (state_.stopping.exchange(true)) return;
    for (const auto& worker : workers_) worker->PostStop();
  }

  void Wait() {
    const std::lock_guard lock(joining_);
    for (std::thread& thread : threads_) {
      if (thread.joinable()) thread.join();
    }
  }

 private:
  unsigned count_of_workers() const { return static_cast<unsigned>(workers_.size()); }

  ServerState state_;
  std::vector<std::unique_ptr<Worker>> workers_;
  std::vector<std::thread> threads_;
  std::mutex joining_;  // guards the joining of threads_
  std::uint16_t port_ = 0;
};

Server::Server(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}

Server::~Server() = default;

base::Result<std::unique_ptr<Server>> Server::Start(const Options& options, Handler* handler) {
  auto impl = std::make_unique<Impl>(options, handler);
  TRY(impl->Listen(options));
  TRY(impl->Run(options));
  return std::unique_ptr<Server>(new Server(std::move(impl)));
}

std::uint16_t Server::port() const { return impl_->port(); }

ServerLoad Server::Load() const { return impl_->Load(); }

std::chrono::milliseconds Server::LongestSilence() const { return impl_->LongestSilence(); }

void Server::Stop() { impl_->Stop(); }

void Server::Wait() { impl_->Wait(); }

}  // namespace orgreg::http
