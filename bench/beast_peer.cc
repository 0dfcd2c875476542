// SPDX-License-Identifier: EUPL-1.2

// The yardstick for CPU per request: a minimal server on Boost.Beast, written as its documentation
// teaches and tuned where that is known to pay. It sends the same bytes from memory to every
// client, and shares no code with the program it is compared with.
//
//   beast_peer --body FILE [--content-type T] [--port N] [--threads N]

#include <sys/socket.h>

#include <boost/asio/basic_socket_acceptor.hpp>
#include <boost/asio/basic_stream_socket.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/write.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/http/empty_body.hpp>
#include <boost/beast/http/parser.hpp>
#include <boost/beast/http/read.hpp>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <exception>
#include <fstream>
#include <iterator>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

namespace {

namespace asio = boost::asio;
namespace http = boost::beast::http;
using asio::ip::tcp;
using boost::system::error_code;
using Socket = asio::basic_stream_socket<tcp, asio::io_context::executor_type>;
using Acceptor = asio::basic_socket_acceptor<tcp, asio::io_context::executor_type>;

struct Settings {
  std::string body_file = {};
  std::string content_type = "application/octet-stream";
  std::uint16_t port = 8090;
  unsigned threads = 1;
};

// One client; lives as long as one of its operations is pending.
class Session : public std::enable_shared_from_this<Session> {
 public:
  Session(Socket socket, const std::string* response)
      : socket_(std::move(socket)), response_(response) {}

  void Read() {
    parser_.emplace();
    http::async_read(socket_, buffer_, *parser_,
                     [self = shared_from_this()](const error_code& error, std::size_t) {
                       if (!error) self->Write();
                     });
  }

 private:
  void Write() {
    asio::async_write(socket_, asio::buffer(*response_),
                      [self = shared_from_this()](const error_code& error, std::size_t) {
                        if (!error && self->parser_->keep_alive()) self->Read();
                      });
  }

  Socket socket_;
  const std::string* response_;
  boost::beast::flat_buffer buffer_;
  std::optional<http::request_parser<http::empty_body>> parser_;
};

void Accept(Acceptor* acceptor, const std::string* response) {
  acceptor->async_accept([acceptor, response](const error_code& error, Socket socket) {
    if (!error) std::make_shared<Session>(std::move(socket), response)->Read();
    Accept(acceptor, response);
  });
}

void Serve(std::uint16_t port, const std::string* response) {
  asio::io_context io(1);
  Acceptor acceptor(io);
  acceptor.open(tcp::v4());
  acceptor.set_option(asio::socket_base::reuse_address(true));
  const int on = 1;
  setsockopt(acceptor.native_handle(), SOL_SOCKET, SO_REUSEPORT, &on, sizeof(on));
  acceptor.set_option(tcp::no_delay(true));
  acceptor.bind({asio::ip::address_v4::loopback(), port});
  acceptor.listen(4096);
  Accept(&acceptor, response);
  io.run();
}

bool ParseArguments(int count, char** arguments, Settings* settings) {
  for (int i = 1; i + 1 < count; i += 2) {
    const std::string_view name = arguments[i];
    const std::string value = arguments[i + 1];
    if (name == "--body") {
      settings->body_file = value;
    } else if (name == "--content-type") {
      settings->content_type = value;
    } else if (name == "--port") {
      settings->port = static_cast<std::uint16_t>(std::stoul(value));
    } else if (name == "--threads") {
      settings->threads = static_cast<unsigned>(std::stoul(value));
    } else {
      return false;
    }
  }
  return count % 2 == 1 && !settings->body_file.empty();
}

int Run(const Settings& settings) {
  std::ifstream file(settings.body_file, std::ios::binary);
  if (!file) {
    std::fprintf(stderr, "beast_peer: %s: cannot be read\n", settings.body_file.c_str());
    return 1;
  }
  const std::string body{std::istreambuf_iterator<char>(file), {}};
  const std::string response =
      "HTTP/1.1 200 OK\r\nServer: beast\r\nContent-Type: " + settings.content_type +
      "\r\nContent-Length: " + std::to_string(body.size()) + "\r\n\r\n" + body;
  std::vector<std::thread> threads;
  for (unsigned i = 1; i < settings.threads; ++i) {
    threads.emplace_back([&] { Serve(settings.port, &response); });
  }
  Serve(settings.port, &response);
  for (std::thread& thread : threads) thread.join();
  return 0;
}

}  // namespace

int main(int count, char** arguments) try {
  Settings settings;
  if (!ParseArguments(count, arguments, &settings)) {
    std::fprintf(stderr,
                 "usage: beast_peer --body FILE [--content-type T] [--port N] [--threads N]\n");
    return 2;
  }
  return Run(settings);
} catch (const std::exception& error) {
  std::fprintf(stderr, "beast_peer: %s\n", error.what());
  return 1;
}
