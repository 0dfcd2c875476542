// SPDX-License-Identifier: EUPL-1.2

// A keep-alive connection to an HTTP server on this machine, for the clients of this folder. It is
// small so that they measure the server: it sends prepared bytes and reads only the status and the
// end of an answer. Any failure ends the program. One thread.

#pragma once

#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cerrno>
#include <charconv>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace orgreg::bench {

[[noreturn]] inline void FailLoad(const std::string& message) {
  std::fprintf(stderr, "load: %s\n", message.c_str());
  std::exit(1);
}

// The requests for the paths of a file, a path on each line. `headers` are sent with each; each
// header ends with a line break.
inline std::vector<std::string> ReadRequests(const std::string& paths_file, std::uint16_t port,
                                             const std::string& headers) {
  std::ifstream file(paths_file);
  std::vector<std::string> requests;
  for (std::string path; std::getline(file, path);) {
    requests.push_back("GET " + path + " HTTP/1.1\r\nHost: 127.0.0.1:" + std::to_string(port) +
                       "\r\n" + headers + "\r\n");
  }
  return requests;
}

class HttpSocket {
 public:
  explicit HttpSocket(std::uint16_t port) : port_(port), buffer_(kReadSize) { Connect(); }
  ~HttpSocket() { close(socket_); }
  HttpSocket(const HttpSocket&) = delete;
  HttpSocket& operator=(const HttpSocket&) = delete;

  int descriptor() const { return socket_; }

  void Send(const std::string& request) {
    held_ = body_ = 0;
    length_.reset();
    if (send(socket_, request.data(), request.size(), MSG_NOSIGNAL) !=
        static_cast<ssize_t>(request.size())) {
      FailLoad("the server takes no more");
    }
  }

  // Receives once, with the flags of recv(2). True if the answer is whole.
  bool Receive(int flags) {
    if (held_ == buffer_.size()) buffer_.resize(2 * buffer_.size());
    const ssize_t got = recv(socket_, buffer_.data() + held_, buffer_.size() - held_, flags);
    if (got < 0 && errno == EAGAIN) return false;
    if (got <= 0) FailLoad("the server has closed the connection");
    held_ += static_cast<std::size_t>(got);
    if (body_ == 0) ReadHead();
    if (body_ == 0) return false;
    return length_ ? held_ >= body_ + *length_ : Text(held_).ends_with(kLastChunk);
  }

  // Whether the answer had status 200.
  bool is_right() const { return Text(body_).starts_with("HTTP/1.1 200"); }

  // The server ends the connection with this answer, as it may after some number of requests.
  bool is_last() const { return Field("Connection: ", "connection: ") == "close"; }

  void Reconnect() {
    close(socket_);
    Connect();
  }

 private:
  static constexpr std::size_t kReadSize = std::size_t{256} * 1024;
  static constexpr std::string_view kHeadEnd = "\r\n\r\n";
  static constexpr std::string_view kLastChunk = "0\r\n\r\n";

  void Connect() {
    socket_ = socket(AF_INET, SOCK_STREAM, 0);
    sockaddr_in address = {};
    address.sin_family = AF_INET;
    address.sin_port = htons(port_);
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    const int on = 1;
    setsockopt(socket_, IPPROTO_TCP, TCP_NODELAY, &on, sizeof(on));
    if (connect(socket_, reinterpret_cast<const sockaddr*>(&address), sizeof(address)) != 0) {
      FailLoad("no connection");
    }
  }

  void ReadHead() {
    const std::size_t end = Text(held_).find(kHeadEnd);
    if (end == std::string_view::npos) return;
    body_ = end + kHeadEnd.size();
    const std::string_view length = Field("Content-Length: ", "content-length: ");
    if (length.empty()) return;
    std::size_t bytes = 0;
    std::from_chars(length.data(), length.data() + length.size(), bytes);
    length_ = bytes;
  }

  std::string_view Text(std::size_t bytes) const { return {buffer_.data(), bytes}; }

  // The value of a field, whose name servers write in one of two ways.
  std::string_view Field(std::string_view name, std::string_view lower_name) const {
    const std::string_view head = Text(body_);
    std::size_t at = head.find(name);
    if (at == std::string_view::npos) at = head.find(lower_name);
    if (at == std::string_view::npos) return {};
    return head.substr(at + name.size(), head.find("\r\n", at) - at - name.size());
  }

  std::uint16_t port_;
  int socket_ = -1;
  std::vector<char> buffer_;
  std::size_t held_ = 0;
  std::size_t body_ = 0;  // Where it begins; 0 until the head is whole.
  std::optional<std::size_t> length_ = {};
};

}  // namespace orgreg::bench
