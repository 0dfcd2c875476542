// SPDX-License-Identifier: EUPL-1.2

#include "http/connection/transport.h"

#include <sys/sendfile.h>
#include <sys/socket.h>

#include <array>
#include <cerrno>

namespace orgreg::http {
namespace {

namespace asio = boost::asio;

// An answer sends so much at once; other connections are served before the rest.
constexpr std::size_t kWriteBytes = std::size_t{256} * 1024;

std::size_t SendPlainly(Socket* socket, std::string_view text, std::string_view body, int flags,
                        Transport::ErrorCode* error) {
  const asio::const_buffer first(text.data(), text.size());
  const std::array both = {first, asio::const_buffer(body.data(), body.size())};
  const std::size_t sent =
      body.empty() ? socket->send(first, flags, *error) : socket->send(both, flags, *error);
  if (*error == asio::error::would_block) error->clear();
  return sent;
}

std::size_t SendSecured(TlsSession* tls, std::string_view text, std::string_view body,
                        Transport::ErrorCode* error) {
  TlsSession::Step step = tls->Write(text);
  if (step.bytes == text.size() && !body.empty()) {
    const std::size_t before = step.bytes;
    step = tls->Write(body);
    step.bytes += before;
  }
  *error = step.error;
  return step.bytes;
}

}  // namespace

std::size_t Transport::SendNow(const Outgoing& out, Follows follows, ErrorCode* error) {
  const std::string_view text = out.text().substr(0, kWriteBytes);
  const std::string_view body = out.body().substr(0, kWriteBytes - text.size());
  if (tls_) return SendSecured(tls_.get(), text, body, error);
  const bool goes_on = follows == Follows::kFile || text.size() + body.size() < out.size();
  return SendPlainly(&socket_, text, body, goes_on ? MSG_MORE : 0, error);
}

std::optional<std::uint64_t> Transport::SendFile(int file, off_t offset, std::size_t size) {
  if (tls_) {
    const TlsSession::Step step = tls_->SendFile(file, offset, size);
    return step.error ? std::nullopt : std::optional<std::uint64_t>(step.bytes);
  }
  const ssize_t sent = ::sendfile(socket_.native_handle(), file, &offset, size);
  if (sent > 0) return static_cast<std::uint64_t>(sent);
  const bool later = sent < 0 && (errno == EAGAIN || errno == EINTR);
  return later ? std::optional<std::uint64_t>(0) : std::nullopt;
}

std::size_t Transport::ReadNow(std::span<char> room, ErrorCode* error) {
  if (!tls_) return socket_.read_some(asio::mutable_buffer(room.data(), room.size()), *error);
  const TlsSession::Step step = tls_->Read(room);
  *error = step.wait == TlsSession::Wait::kNothing ? step.error : asio::error::would_block;
  return step.bytes;
}

void Transport::EndSending() {
  if (tls_) tls_->End();
  ErrorCode error;
  socket_.shutdown(Socket::shutdown_send, error);
}

}  // namespace orgreg::http
