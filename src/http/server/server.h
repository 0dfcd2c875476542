// SPDX-License-Identifier: EUPL-1.2

// The HTTP/1.1 server: a few threads, each with its own sockets and connections, which
// read requests, call the Handler and send what it answers. It knows nothing of what the
// requests are about. Limits bound what any client can take from the others.
//
// Start, Stop and Wait may be called from any thread.

#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "http/message/handler.h"
#include "http/message/limits.h"
#include "http/message/observer.h"
#include "http/server/load.h"
#include "http/work/work_pools.h"

namespace orgreg::http {

class TlsIdentity;

struct Options {
  std::string address = "127.0.0.1";  // an IP address; "::" listens on IPv4 too
  std::uint16_t port = 0;             // 0: any free one
  // If set, the server listens at this socket file instead, with one thread.
  std::string unix_socket = {};
  unsigned unix_mode = 0660;  // of that file: who may connect
  // Sockets that listen already, which a service manager has opened: if there are any, neither an
  // address nor a socket file is opened. Threads share them out. They stay open after the server.
  std::vector<int> inherited = {};
  unsigned threads = 1;
  // For Handler::HandleSlowly and streams, by Placement. No common ones: twice `threads`, at
  // least 2.
  PoolThreads pool_threads = {.common = 0};
  Limits limits = {};
  Observer* observer = nullptr;  // may be null; outlives the server
  // If set, clients must speak TLS. Outlives the server. A client for whom there is no place is cut
  // off instead of answered, since a handshake costs much more than a refusal.
  TlsIdentity* tls = nullptr;
};

// Returns true if Options::address can be this text.
bool IsAddress(std::string_view text);

// Succeeds if a server could listen there now, as far as that can be found out without doing it;
// port 0 always is free. kIo where it is taken or not permitted.
base::Status CheckFree(const std::string& address, std::uint16_t port);

class Server {
 public:
  // Listens and serves at once. Fails if this process may not bind the address or socket file, or
  // if another process listens there already. `handler` must outlive the server.
  static base::Result<std::unique_ptr<Server>> Start(const Options& options, Handler* handler);

  // Stops and waits.
  ~Server();
  Server(const Server&) = delete;
  Server& operator=(const Server&) = delete;

  // 0 for a socket file.
  std::uint16_t port() const;

  // The connections and queues now, as far as the workers have looked.
  ServerLoad Load() const;

  // How long the slowest of the threads has not come round to its timers; about a second if all is
  // well. 0 after a Stop.
  std::chrono::milliseconds LongestSilence() const;

  // Begins a graceful stop and returns: nothing new is accepted, idle connections close,
  // requests that have arrived are answered with Connection: close, and what is unfinished
  // after Limits::stop_timeout is cut off. Calling it again changes nothing. Clients that wait at
  // an inherited socket are left to the next process, and idle connections get a second more, so
  // that requests that are on their way are answered.
  void Stop();

  // Returns when all threads have ended, which they do after a Stop, once the jobs begun
  // for connections have.
  void Wait();

 private:
  class Impl;

  explicit Server(std::unique_ptr<Impl> impl);

  std::unique_ptr<Impl> impl_;
};

}  // namespace orgreg::http
