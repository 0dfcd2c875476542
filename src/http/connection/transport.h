// SPDX-License-Identifier: EUPL-1.2

// A Transport moves the bytes of one connection: over the socket as they are, or through TLS. One
// thread; at most one asynchronous operation is pending, besides what the destructor or a close of
// the socket ends.
//
// The plain way is decided by one branch, and calls the socket as if this class did not exist.

#pragma once

#include <sys/types.h>

#include <boost/asio/basic_stream_socket.hpp>
#include <boost/asio/buffer.hpp>
#include <boost/asio/error.hpp>
#include <boost/asio/generic/stream_protocol.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/post.hpp>
#include <boost/system/error_code.hpp>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <utility>

#include "http/connection/outgoing.h"
#include "http/tls/session.h"

namespace orgreg::http {

// A TCP or Unix socket. The concrete executor spares the type erasure of the default one.
using Socket = boost::asio::basic_stream_socket<boost::asio::generic::stream_protocol,
                                                boost::asio::io_context::executor_type>;

class Transport {
 public:
  using ErrorCode = boost::system::error_code;

  // `tls` is null for plain connections; otherwise it is of the same socket.
  Transport(Socket socket, std::unique_ptr<TlsSession> tls)
      : socket_(std::move(socket)), tls_(std::move(tls)) {}

  Socket& socket() { return socket_; }
  TlsSession* tls() { return tls_.get(); }
  bool is_secured() const { return tls_ != nullptr; }
  // What follows is plain.
  void DropTls() { tls_.reset(); }

  // True if bytes can be read at once.
  bool HasInput() {
    ErrorCode error;
    return socket_.available(error) != 0 || (tls_ && tls_->HasInput());
  }

  // Says if a file follows what is sent at once, to share the last packet.
  enum class Follows { kNothing, kFile };
  // Sends what fits without waiting, a part of it if it is much. An error other than "not now" is
  // in `error`.
  std::size_t SendNow(const Outgoing& out, Follows follows, ErrorCode* error);

  // Sends some of a file, perhaps nothing for want of room. Nothing is returned if the file is
  // shorter, or if it or the connection failed.
  std::optional<std::uint64_t> SendFile(int file, off_t offset, std::size_t size);

  // Reads what is there; `error` is would_block if nothing is.
  std::size_t ReadNow(std::span<char> room, ErrorCode* error);

  // Call done(error, size) later, never at once.
  template <typename Done>
  void AsyncRead(std::span<char> room, Done done);
  template <typename Done>
  void AsyncWrite(std::string_view bytes, Done done);

  // Calls done(error) when there may be something to read.
  template <typename Done>
  void AsyncAwaitInput(Done done);
  // The same for room in the socket.
  template <typename Done>
  void AsyncAwaitRoom(Done done) {
    socket_.async_wait(Socket::wait_write, std::move(done));
  }

  // Nothing is sent after this.
  void EndSending();

 private:
  template <typename Attempt, typename Done>
  void Try(Attempt attempt, Done done);
  template <typename Attempt, typename Done>
  void Await(TlsSession::Wait what, Attempt attempt, Done done);

  Socket socket_;
  std::unique_ptr<TlsSession> tls_;
};

template <typename Done>
void Transport::AsyncRead(std::span<char> room, Done done) {
  if (!tls_) {
    return socket_.async_read_some(boost::asio::mutable_buffer(room.data(), room.size()),
                                   std::move(done));
  }
  const auto attempt = [this, room] { return tls_->Read(room); };
  if (!tls_->HasInput()) return Await(TlsSession::Wait::kInput, attempt, std::move(done));
  boost::asio::post(socket_.get_executor(), [this, attempt, done = std::move(done)]() mutable {
    Try(attempt, std::move(done));
  });
}

template <typename Done>
void Transport::AsyncWrite(std::string_view bytes, Done done) {
  if (!tls_) {
    return socket_.async_write_some(boost::asio::const_buffer(bytes.data(), bytes.size()),
                                    std::move(done));
  }
  Await(TlsSession::Wait::kRoom, [this, bytes] { return tls_->Write(bytes); }, std::move(done));
}

template <typename Done>
void Transport::AsyncAwaitInput(Done done) {
  if (!tls_ || !tls_->HasInput()) {
    return socket_.async_wait(Socket::wait_read, std::move(done));
  }
  boost::asio::post(socket_.get_executor(),
                    [done = std::move(done)]() mutable { done(ErrorCode()); });
}

// The number of a closed socket may be that of another connection already.
template <typename Attempt, typename Done>
void Transport::Try(Attempt attempt, Done done) {
  if (!socket_.is_open()) return done(ErrorCode(boost::asio::error::operation_aborted), 0);
  const TlsSession::Step step = attempt();
  if (step.bytes == 0 && step.wait != TlsSession::Wait::kNothing) {
    return Await(step.wait, attempt, std::move(done));
  }
  done(step.bytes == 0 ? step.error : ErrorCode(), step.bytes);
}

template <typename Attempt, typename Done>
void Transport::Await(TlsSession::Wait what, Attempt attempt, Done done) {
  const auto side = what == TlsSession::Wait::kRoom ? Socket::wait_write : Socket::wait_read;
  socket_.async_wait(side, [this, attempt, done = std::move(done)](const ErrorCode& error) mutable {
    if (error) return done(error, 0);
    Try(attempt, std::move(done));
  });
}

}  // namespace orgreg::http
