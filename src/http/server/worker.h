// SPDX-License-Identifier: EUPL-1.2

// A Worker is one thread with its own listening socket and its own connections; workers
// share nothing but the limits that hold for all, so they scale with the cores. The kernel deals
// new connections out among the listening sockets (SO_REUSEPORT).

#pragma once

#include <atomic>
#include <boost/asio/basic_waitable_timer.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/wait_traits.hpp>
#include <boost/system/error_code.hpp>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <string>

#include "base/log_limit.h"
#include "base/result.h"
#include "base/threads/fair_share.h"
#include "http/connection/completions.h"
#include "http/connection/connection.h"
#include "http/connection/turn_queue.h"
#include "http/message/observer.h"
#include "http/server/listen.h"
#include "http/server/spare_descriptors.h"
#include "http/server/worker_load.h"
#include "http/tls/identity.h"
#include "http/work/work_pools.h"

namespace orgreg::http {

// The state that the workers of one server share.
struct ServerState {
  explicit ServerState(const Limits& all)
      : limits(all),
        pools(all.queued_jobs),
        connections(all.connections, all.connections_per_address),
        waiting(all.waiting_bytes) {}

  const Limits limits;
  Handler* handler = nullptr;
  Observer* observer = nullptr;  // may be null
  TlsIdentity* tls = nullptr;    // may be null: plain HTTP
  std::size_t worker_count = 0;  // of those that were made
  WorkPools pools;
  base::FairShare connections;
  base::FairShare waiting;                // bytes of answers
  std::atomic<std::size_t> refusals = 0;  // connections that are being refused
  std::atomic<bool> stopping = false;
  base::LogLimit shortage_log{std::chrono::minutes(1)};
};

class Worker {
 public:
  using Endpoint = boost::asio::ip::tcp::endpoint;

  // `state` must outlive the worker.
  explicit Worker(ServerState* state);

  // Removes the socket file, if there still is one.
  ~Worker();
  Worker(const Worker&) = delete;
  Worker& operator=(const Worker&) = delete;

  // Binds and listens, without accepting yet. Port 0 takes any free one.
  base::Status Listen(const Endpoint& endpoint);

  // The same at a socket file, which is removed at the stop: see ListenUnix.
  base::Status Listen(const std::string& path, unsigned mode);

  // The same at a socket that listens already, of which other processes have descriptors too.
  base::Status Inherit(int socket);

  // The port of a listening address.
  std::uint16_t port() const { return PortOf(acceptor_); }

  // Serves on the calling thread until stopped.
  void Run();

  // Its connections, as it saw them lately. Any thread.
  const WorkerLoad& load() const { return load_; }

  // How long ago the thread looked at its timers, which it does about every second. Any thread.
  std::chrono::milliseconds Silence() const;

  // Called from any thread: see Server::Stop. ServerState::stopping must be set already.
  void PostStop();

 private:
  using Timer =
      boost::asio::basic_waitable_timer<std::chrono::steady_clock,
                                        boost::asio::wait_traits<std::chrono::steady_clock>,
                                        boost::asio::io_context::executor_type>;

  void Accept();
  void OnAccept(const boost::system::error_code& error, Socket socket);
  void AcceptLater();
  void LogShortage(const boost::system::error_code& error);
  void RefuseWaiting();
  void Admit(Socket socket);
  void Refuse(Socket socket, std::string peer);
  Connection* Add(Socket socket, Connection::Client client);
  void Remove(Connections::iterator position);
  void MakeRoom();
  void StartTick();
  void OnTick();
  void BeginStop();
  void StopConnections();
  void EndIfEmpty();
  void AcceptWaiting();
  void RemoveSocketFile();

  ServerState* state_;
  boost::asio::io_context io_;
  Acceptor acceptor_;
  Timer tick_timer_;
  Timer accept_timer_;
  TurnQueue turns_;
  TurnQueue handshakes_;
  LaterQueue later_;
  Completions completions_;
  Completion stop_;  // by PostStop
  std::string socket_file_;
  SpareDescriptors spares_;
  std::chrono::milliseconds tick_;
  ConnectionContext context_;
  Connections connections_;
  WorkerLoad load_;
  Connections::iterator next_looked_at_ = connections_.end();  // by MakeRoom
  bool is_inherited_ = false;
  bool stopping_ = false;
  std::atomic<Connection::Clock::time_point> looked_at_ = Connection::Clock::now();
  Connection::Clock::time_point idle_deadline_ = Connection::Clock::time_point::max();
  Connection::Clock::time_point stop_deadline_ = Connection::Clock::time_point::max();
};

}  // namespace orgreg::http
