// SPDX-License-Identifier: EUPL-1.2

// A blocking HTTP client that sends exactly the given bytes, and a handler whose responses show the
// request. Only for the tests of src/http.

#pragma once

#include <arpa/inet.h>
#include <gtest/gtest.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <sys/un.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

#include "http/server/server.h"

namespace orgreg::http {

// One response as it came over the wire. Status 0: the connection ended first.
struct Answer {
  int status = 0;
  std::string head = {};
  std::string body = {};

  // The value of a field, or "(none)".
  std::string Field(std::string_view name) const {
    const std::string wanted = "\r\n" + std::string(name) + ": ";
    const std::size_t at = head.find(wanted);
    if (at == std::string::npos) return "(none)";
    const std::size_t begin = at + wanted.size();
    return head.substr(begin, head.find("\r\n", begin) - begin);
  }
};

class Client {
 public:
  // Has its descriptor, but is not connected yet.
  Client() : socket_(::socket(AF_INET, SOCK_STREAM, 0)) { BePatient(); }
  explicit Client(std::uint16_t port, int receive_buffer = 0) : Client() {
    if (receive_buffer > 0) {
      setsockopt(socket_, SOL_SOCKET, SO_RCVBUF, &receive_buffer, sizeof(receive_buffer));
    }
    Connect(port);
  }
  // A client of a server at a socket file.
  explicit Client(const std::string& path) : socket_(::socket(AF_UNIX, SOCK_STREAM, 0)) {
    BePatient();
    sockaddr_un address = {};
    address.sun_family = AF_UNIX;
    path.copy(address.sun_path, sizeof(address.sun_path) - 1);
    connected_ = ::connect(socket_, reinterpret_cast<sockaddr*>(&address), sizeof(address)) == 0;
  }
  ~Client() { ::close(socket_); }
  Client(const Client&) = delete;
  Client& operator=(const Client&) = delete;

  void Connect(std::uint16_t port) {
    sockaddr_in address = {};
    address.sin_family = AF_INET;
    address.sin_port = htons(port);
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    connected_ = ::connect(socket_, reinterpret_cast<sockaddr*>(&address), sizeof(address)) == 0;
  }
  bool connected() const { return connected_; }

  // False after the server has closed; tests of refusals may see that.
  bool Send(std::string_view bytes) {
    while (!bytes.empty()) {
      const ssize_t sent = ::send(socket_, bytes.data(), bytes.size(), MSG_NOSIGNAL);
      if (sent <= 0) return false;
      bytes.remove_prefix(static_cast<std::size_t>(sent));
    }
    return true;
  }

  void EndSending() { ::shutdown(socket_, SHUT_WR); }

  // The next response. `bodiless`: no body follows the head, as after HEAD.
  Answer Receive(bool bodiless = false) {
    Answer answer;
    std::size_t end = std::string::npos;
    while ((end = received_.find("\r\n\r\n")) == std::string::npos) {
      if (!ReceiveMore()) return answer;
    }
    answer.head = received_.substr(0, end + 2);
    received_.erase(0, end + 4);
    answer.status = std::atoi(answer.head.substr(answer.head.find(' ') + 1).c_str());
    if (!bodiless && answer.Field("Transfer-Encoding") == "chunked") {
      return ReceiveChunks(&answer) ? answer : Answer();
    }
    const std::string length = answer.Field("Content-Length");
    if (bodiless || length == "(none)") return answer;
    const std::size_t size = std::stoul(length);
    while (received_.size() < size) {
      if (!ReceiveMore()) return {};
    }
    answer.body = received_.substr(0, size);
    received_.erase(0, size);
    return answer;
  }

  // The next `size` bytes.
  std::string Take(std::size_t size) {
    while (received_.size() < size && ReceiveMore()) {
    }
    const std::string taken = received_.substr(0, size);
    received_.erase(0, taken.size());
    return taken;
  }

  // True if the server closes in good order without sending anything more.
  bool AtEnd() {
    char byte = 0;
    return received_.empty() && ::recv(socket_, &byte, 1, 0) == 0;
  }

  // True if the connection ends, after any further bytes, but not in good order.
  bool EndsInReset() {
    ReceiveAll();
    return reset_;
  }

  // Everything until the server closes.
  std::string ReceiveAll() {
    while (ReceiveMore()) {
    }
    return std::exchange(received_, {});
  }

 private:
  // A hanging server fails the test, not the test run.
  void BePatient() const {
    const timeval patience = {.tv_sec = 20, .tv_usec = 0};
    setsockopt(socket_, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof(patience));
  }

  // False if the body ends before its last chunk.
  bool ReceiveChunks(Answer* answer) {
    while (true) {
      std::size_t line = std::string::npos;
      while ((line = received_.find("\r\n")) == std::string::npos) {
        if (!ReceiveMore()) return false;
      }
      const std::size_t size = std::stoul(received_.substr(0, line), nullptr, 16);
      received_.erase(0, line + 2);
      const std::string chunk = Take(size + 2);
      if (chunk.size() != size + 2 || !chunk.ends_with("\r\n")) return false;
      answer->body.append(chunk, 0, size);
      if (size == 0) return true;
    }
  }

  bool ReceiveMore() {
    char bytes[16384];
    const ssize_t size = ::recv(socket_, bytes, sizeof(bytes), 0);
    reset_ = size < 0 && errno == ECONNRESET;
    if (size <= 0) return false;
    received_.append(bytes, static_cast<std::size_t>(size));
    return true;
  }

  int socket_;
  bool connected_ = false;
  bool reset_ = false;
  std::string received_;
};

// Answers 200 with what it understood, unless the test sets another behaviour.
class TestHandler : public Handler {
 public:
  std::function<void(const Request&, Response*)> answer = Echo;
  std::atomic<int> handled = 0;

  // Requests for paths that begin with "/pool", "/side" or "/scan" are deferred to this.
  std::function<void(const Request&, Response*)> slowly = Echo;

  // Requests count for the client that they name, or only in total.
  std::string_view CountsAs(const Request& request) const override {
    return request.Header("Client");
  }

  // Refuses requests to "/refused" by their head alone.
  bool AdmitBody(const Request& head, Response* response) override {
    if (head.path != "/refused") return true;
    response->set_status(401);
    response->body() = "refused";
    return false;
  }

  // The bodies of requests whose path ends in "/shout" go to the stream of the answer.
  bool StreamsBody(const Request& head) const override { return head.path.ends_with("/shout"); }

  static constexpr std::size_t kLongBodyBytes = 100'000;
  // Requests for "/long" may have long bodies.
  std::size_t MostBodyBytes(const Request& head, std::size_t usual) const override {
    return head.path == "/long" ? kLongBodyBytes : usual;
  }

  Placement Handle(const Request& request, Response* response) override {
    ++handled;
    if (request.path.starts_with("/pool")) return Placement::kNeedsPool;
    if (request.path.starts_with("/side")) return Placement::kNeedsSidePool;
    if (request.path.starts_with("/scan")) return Placement::kNeedsScanPool;
    if (request.path.starts_with("/reserved")) return Placement::kNeedsReservedPool;
    answer(request, response);
    return Placement::kAnswered;
  }

  void HandleSlowly(const Request& request, Response* response) override {
    slowly(request, response);
  }

  void HandleFault(Fault fault, Response* response) override {
    response->set_status(StatusOf(fault));
    response->body() = "fault";
  }

  void HandleOverload(const Request& request, Response* response) override {
    HandleFault(Fault::kOverloaded, response);
    response->AddHeader("Refused", request.path);
  }

  // "METHOD path?query [host] body"
  static void Echo(const Request& request, Response* response) {
    response->AddHeader("Content-Type", "text/plain");
    std::string& body = response->body();
    body.append(request.method_name).append(" ").append(request.path);
    if (request.has_query) body.append("?").append(request.query);
    body.append(" [").append(request.host).append("] ").append(request.body);
  }

  static int StatusOf(Fault fault) {
    switch (fault) {
      case Fault::kBadRequest:
        return 400;
      case Fault::kRequestTimeout:
        return 408;
      case Fault::kBodyTooLarge:
        return 413;
      case Fault::kUriTooLong:
        return 414;
      case Fault::kHeadTooLarge:
        return 431;
      case Fault::kNotImplemented:
        return 501;
      case Fault::kOverloaded:
        return 503;
      case Fault::kVersionNotSupported:
        return 505;
      case Fault::kPlainHttp:
        return 400;
    }
    return 0;
  }
};

// A server on a free port of the loopback address, stopped with the test.
class ServerTest : public testing::Test {
 protected:
  // Runs before the objects that its handlers use are destroyed.
  void TearDown() override { server_.reset(); }

  void Serve(const Limits& limits = {}, unsigned threads = 1, unsigned pool_threads = 0,
             TlsIdentity* tls = nullptr) {
    auto started = Server::Start({.threads = threads,
                                  .pool_threads = {.common = pool_threads},
                                  .limits = limits,
                                  .tls = tls},
                                 &handler_);
    ASSERT_TRUE(started.ok()) << started.error().message;
    server_ = std::move(*started);
  }

  std::uint16_t port() const { return server_->port(); }

  // The status of the response to these bytes on a separate connection.
  int StatusOf(std::string_view bytes) {
    Client client(port());
    client.Send(bytes);
    client.EndSending();
    return client.Receive().status;
  }

  TestHandler handler_;
  std::unique_ptr<Server> server_;
};

}  // namespace orgreg::http
