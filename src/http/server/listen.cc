// SPDX-License-Identifier: EUPL-1.2

#include "http/server/listen.h"

#include <fcntl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include <algorithm>
#include <boost/asio/ip/v6_only.hpp>
#include <boost/asio/local/stream_protocol.hpp>
#include <boost/system/error_code.hpp>
#include <cerrno>

namespace orgreg::http {
namespace {

namespace asio = boost::asio;
using boost::system::error_code;

// The kernel cuts it to net.core.somaxconn.
constexpr int kBacklog = 4096;

base::Error Failed(const std::string& place, const char* step, const error_code& error) {
  return {base::Code::kIo, place + ": " + step + ": " + error.message()};
}

error_code LastError() { return {errno, boost::system::system_category()}; }

// Asio has no name for this option.
error_code SharePort(int socket) {
  const int on = 1;
  if (setsockopt(socket, SOL_SOCKET, SO_REUSEPORT, &on, sizeof(on)) == 0) return {};
  return LastError();
}

// No process listens at a socket file that refuses.
base::Status RemoveStale(const std::string& path) {
  struct stat info = {};
  if (::lstat(path.c_str(), &info) != 0) return {};
  if (!S_ISSOCK(info.st_mode)) {
    return base::Error{base::Code::kIo, path + ": exists and is not a socket"};
  }
  error_code error;
  asio::io_context io;
  asio::local::stream_protocol::socket probe(io);
  probe.connect(asio::local::stream_protocol::endpoint(path), error);
  if (!error) return base::Error{base::Code::kIo, path + ": another process listens there"};
  if (error != boost::system::errc::connection_refused) return Failed(path, "probe", error);
  if (::unlink(path.c_str()) != 0 && errno != ENOENT) return Failed(path, "remove", LastError());
  return {};
}

}  // namespace

base::Status ListenTcp(const asio::ip::tcp::endpoint& endpoint, Acceptor* acceptor) {
  const std::string place =
      endpoint.address().to_string() + " port " + std::to_string(endpoint.port());
  error_code error;
  if (acceptor->open(endpoint.protocol(), error)) return Failed(place, "open", error);
  if (acceptor->set_option(asio::socket_base::reuse_address(true), error)) {
    return Failed(place, "reuse", error);
  }
  error = SharePort(acceptor->native_handle());
  if (error) return Failed(place, "share the port", error);
  // Accepted sockets inherit it, which saves a system call for each.
  if (acceptor->set_option(asio::ip::tcp::no_delay(true), error)) {
    return Failed(place, "no delay", error);
  }
  if (endpoint.address().is_v6() && acceptor->set_option(asio::ip::v6_only(false), error)) {
    return Failed(place, "accept IPv4", error);
  }
  if (acceptor->bind(endpoint, error)) return Failed(place, "bind", error);
  if (acceptor->listen(kBacklog, error)) return Failed(place, "listen", error);
  if (acceptor->non_blocking(true, error)) return Failed(place, "non-blocking", error);
  return {};
}

base::Status Inherit(int socket, Acceptor* acceptor) {
  const std::string place = "socket " + std::to_string(socket) + " of the service manager";
  int listens = 0;
  int family = 0;
  int type = 0;
  const auto ask = [socket](int option, int* value) {
    socklen_t size = sizeof(*value);
    return getsockopt(socket, SOL_SOCKET, option, value, &size) == 0;
  };
  const bool is_right = ask(SO_ACCEPTCONN, &listens) && ask(SO_DOMAIN, &family) &&
                        ask(SO_TYPE, &type) && listens != 0 && type == SOCK_STREAM;
  if (!is_right) return base::Error{base::Code::kInvalid, place + ": is not one that listens"};
  const int copy = ::fcntl(socket, F_DUPFD_CLOEXEC, 0);
  if (copy < 0) return Failed(place, "copy", LastError());
  error_code error;
  if (acceptor->assign(asio::generic::stream_protocol(family, 0), copy, error)) {
    ::close(copy);
    return Failed(place, "take", error);
  }
  const bool is_tcp = family == AF_INET || family == AF_INET6;
  if (is_tcp && acceptor->set_option(asio::ip::tcp::no_delay(true), error)) {
    return Failed(place, "no delay", error);
  }
  if (acceptor->non_blocking(true, error)) return Failed(place, "non-blocking", error);
  return {};
}

unsigned short PortOf(const Acceptor& acceptor) {
  error_code error;
  const auto generic = acceptor.local_endpoint(error);
  asio::ip::tcp::endpoint endpoint;
  const bool is_tcp =
      generic.protocol().family() == AF_INET || generic.protocol().family() == AF_INET6;
  if (error || !is_tcp || generic.size() > endpoint.capacity()) return 0;
  endpoint.resize(generic.size());
  std::copy_n(reinterpret_cast<const char*>(generic.data()), generic.size(),
              reinterpret_cast<char*>(endpoint.data()));
  return endpoint.port();
}

// The mode is set before any client can connect, which needs a socket that listens.
base::Status ListenUnix(const std::string& path, unsigned mode, Acceptor* acceptor) {
  if (path.empty() || path.size() >= sizeof(sockaddr_un::sun_path) ||
      path.find('\0') != std::string::npos) {
    return base::Error{base::Code::kInvalid, "\"" + path + "\" is no path for a socket"};
  }
  TRY(RemoveStale(path));
  error_code error;
  if (acceptor->open(asio::local::stream_protocol(), error)) return Failed(path, "open", error);
  if (acceptor->bind(asio::local::stream_protocol::endpoint(path), error)) {
    return Failed(path, "bind", error);
  }
  base::Status status;
  if (::chmod(path.c_str(), mode) != 0) {
    status = Failed(path, "file mode", LastError());
  } else if (acceptor->listen(kBacklog, error)) {
    status = Failed(path, "listen", error);
  } else if (acceptor->non_blocking(true, error)) {
    status = Failed(path, "non-blocking", error);
  }
  if (!status) ::unlink(path.c_str());
  return status;
}

}  // namespace orgreg::http
