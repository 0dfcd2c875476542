// SPDX-License-Identifier: EUPL-1.2

// A server of one connection after the other, with or without TLS, that does what a test says.

#pragma once

#include <openssl/ssl.h>

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <thread>

#include "base/files/descriptor.h"
#include "unit/http/client/certificates.h"

namespace orgreg::http {

// One connection, from the server's side.
class Talk {
 public:
  Talk(int socket, const std::atomic<bool>* stops) : socket_(socket), stops_(stops) {}

  // Goes on with TLS. False if the client does not want it.
  bool Secure(const Identity& identity, int newest_version = TLS1_3_VERSION);
  // The head of the request, to its empty line; what came of it if the client ends.
  std::string ReadHead() const;
  // So many bytes; what came of them if the client ends.
  std::string Read(std::size_t count) const;
  // False if the client has ended the connection, or the test is over.
  bool Write(std::string_view bytes) const;
  // Ends TLS as it should end. A connection is cut otherwise.
  void Announce() const;
  // Looks for a few milliseconds whether the client sends or ends.
  bool HasInput() const;
  // Until the client or the test ends.
  void Wait() const;

 private:
  template <typename IsRead>
  std::string ReadUntil(const IsRead& is_read) const;

  struct FreeTls {
    void operator()(SSL_CTX* context) const { SSL_CTX_free(context); }
    void operator()(SSL* tls) const { SSL_free(tls); }
  };

  int socket_;
  const std::atomic<bool>* stops_;
  std::unique_ptr<SSL_CTX, FreeTls> context_ = {};
  std::unique_ptr<SSL, FreeTls> tls_ = {};
};

class MisbehavingServer {
 public:
  using Behaviour = std::function<void(Talk* talk)>;

  // Listens on the loopback address of the family: AF_INET or AF_INET6.
  MisbehavingServer(int family, Behaviour behaviour);
  ~MisbehavingServer();
  MisbehavingServer(const MisbehavingServer&) = delete;
  MisbehavingServer& operator=(const MisbehavingServer&) = delete;

  std::uint16_t port() const { return port_; }
  int connections() const { return connections_; }

 private:
  void Run();

  Behaviour behaviour_;
  base::Descriptor listener_;
  std::uint16_t port_ = 0;
  std::atomic<int> connections_{0};
  std::atomic<bool> stops_{false};
  std::thread thread_;
};

}  // namespace orgreg::http
