// SPDX-License-Identifier: EUPL-1.2

// Sends requests to an HTTP server over keep-alive connections, one request after another, and
// measures the responses. It is small so that it measures the server: it sends prepared bytes and
// reads only the status and the end of a response.
//
//   http_client --port N --paths FILE [--clients N] [--seconds S] [--header "NAME: VALUE"]…

#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <charconv>
#include <cstdint>
#include <fstream>
#include <string>
#include <string_view>
#include <vector>

#include "load_loop.h"

namespace {

using orgreg::bench::LoadOptions;

constexpr std::size_t kReadSize = std::size_t{256} * 1024;
constexpr std::string_view kHeadEnd = "\r\n\r\n";
constexpr std::string_view kLastChunk = "0\r\n\r\n";

struct Settings {
  std::uint16_t port = 0;
  std::string paths_file = {};
  std::string headers = {};  // Sent with each request; each ends with a line break.
  LoadOptions load = {};
};

[[noreturn]] void Fail(const std::string& message) {
  std::fprintf(stderr, "http_client: %s\n", message.c_str());
  std::exit(1);
}

class Client {
 public:
  Client(std::uint16_t port, const std::vector<std::string>* requests)
      : requests_(requests), port_(port), buffer_(kReadSize) {
    Connect();
  }

  ~Client() { close(socket_); }

  Client(const Client&) = delete;
  Client& operator=(const Client&) = delete;

  bool Ask(std::size_t request) {
    Send((*requests_)[request]);
    std::size_t held = 0;
    std::size_t end = std::string_view::npos;
    while (end == std::string_view::npos) {
      held += Receive(held);
      end = Text(held).find(kHeadEnd);
    }
    const std::string_view head = Text(end);
    const bool is_right = head.starts_with("HTTP/1.1 200");
    const bool is_last = Field(head, "Connection: ") == "close";
    const std::size_t body = end + kHeadEnd.size();
    if (const std::string_view length = Field(head, "Content-Length: "); !length.empty()) {
      std::size_t wanted = 0;
      std::from_chars(length.data(), length.data() + length.size(), wanted);
      while (held < body + wanted) held += Receive(held);
    } else {
      while (!Text(held).ends_with(kLastChunk)) held += Receive(held);
    }
    if (is_last) Reconnect();
    return is_right;
  }

 private:
  void Connect() {
    socket_ = socket(AF_INET, SOCK_STREAM, 0);
    sockaddr_in address = {};
    address.sin_family = AF_INET;
    address.sin_port = htons(port_);
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    const int on = 1;
    setsockopt(socket_, IPPROTO_TCP, TCP_NODELAY, &on, sizeof(on));
    if (connect(socket_, reinterpret_cast<const sockaddr*>(&address), sizeof(address)) != 0) {
      Fail("no connection");
    }
  }

  // A server may close a connection after some number of requests.
  void Reconnect() {
    close(socket_);
    Connect();
  }

  void Send(const std::string& bytes) const {
    if (send(socket_, bytes.data(), bytes.size(), MSG_NOSIGNAL) !=
        static_cast<ssize_t>(bytes.size())) {
      Fail("the server takes no more");
    }
  }

  std::string_view Text(std::size_t bytes) const { return {buffer_.data(), bytes}; }

  std::size_t Receive(std::size_t held) {
    if (held == buffer_.size()) buffer_.resize(2 * buffer_.size());
    const ssize_t got = recv(socket_, buffer_.data() + held, buffer_.size() - held, 0);
    if (got <= 0) Fail("the server has closed the connection");
    return static_cast<std::size_t>(got);
  }

  static std::string_view Field(std::string_view head, std::string_view name) {
    const std::size_t at = head.find(name);
    if (at == std::string_view::npos) return {};
    return head.substr(at + name.size(), head.find("\r\n", at) - at - name.size());
  }

  const std::vector<std::string>* requests_;
  std::uint16_t port_;
  int socket_ = -1;
  std::vector<char> buffer_;
};

Settings ParseArguments(int count, char** arguments) {
  Settings settings;
  for (int i = 1; i + 1 < count; i += 2) {
    const std::string name = arguments[i];
    const std::string value = arguments[i + 1];
    if (name == "--port") {
      settings.port = static_cast<std::uint16_t>(std::stoul(value));
    } else if (name == "--paths") {
      settings.paths_file = value;
    } else if (name == "--clients") {
      settings.load.clients = std::stoul(value);
    } else if (name == "--seconds") {
      settings.load.seconds = std::stod(value);
    } else if (name == "--header") {
      settings.headers += value + "\r\n";
    } else {
      Fail("unknown option " + name);
    }
  }
  return settings;
}

std::vector<std::string> ReadRequests(const Settings& settings) {
  std::ifstream file(settings.paths_file);
  std::vector<std::string> requests;
  for (std::string path; std::getline(file, path);) {
    requests.push_back("GET " + path + " HTTP/1.1\r\nHost: 127.0.0.1:" +
                       std::to_string(settings.port) + "\r\n" + settings.headers + "\r\n");
  }
  if (requests.empty())
    Fail("usage: --port N --paths FILE [--clients N] [--seconds S] [--header LINE]");
  return requests;
}

}  // namespace

int main(int count, char** arguments) {
  Settings settings = ParseArguments(count, arguments);
  const std::vector<std::string> requests = ReadRequests(settings);
  settings.load.requests = requests.size();
  orgreg::bench::RunLoad<Client>(
      settings.load, [&] { return std::make_unique<Client>(settings.port, &requests); });
  return 0;
}
