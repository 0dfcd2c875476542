// SPDX-License-Identifier: EUPL-1.2

// OpenSSL keeps errors in a queue of the thread, which is emptied before each call whose error is
// asked for.

#include "http/tls/session.h"

#include <openssl/bio.h>
#include <openssl/err.h>
#include <openssl/ssl.h>

#include <algorithm>
#include <boost/asio/error.hpp>
#include <string>

#include "base/files/descriptor.h"
#include "base/threads/per_thread.h"

namespace orgreg::http {
namespace {

namespace asio = boost::asio;

// A piece of a file that is read to be encrypted.
constexpr std::size_t kPieceBytes = std::size_t{64} * 1024;

// A handshake has some twenty steps, and each renewal of keys a few. A client may renew its keys,
// but each time costs, and OpenSSL goes on in one call as long as the client does.
constexpr std::size_t kMostSteps = 512;

// Some bytes of the file at the offset: fewer only at its end. Empty on an error.
std::string_view ReadPiece(int file, off_t offset, std::size_t size) {
  static base::PerThread<std::string> pieces;
  std::string& piece = pieces.Get();
  piece.resize(kPieceBytes);
  const ssize_t count =
      base::ReadSomeAt(file, std::span(piece).first(std::min(size, kPieceBytes)), offset);
  return std::string_view(piece).substr(0, count < 0 ? 0 : static_cast<std::size_t>(count));
}

}  // namespace

void TlsSession::Free::operator()(SSL* ssl) const { SSL_free(ssl); }

TlsSession::TlsSession(SSL* ssl) : ssl_(ssl) {
  SSL_set_accept_state(ssl);
  SSL_set_ex_data(ssl, 0, this);
  SSL_set_info_callback(ssl, CountStep);
}

TlsSession::~TlsSession() = default;

// Called for each step of a handshake, and of each message about the session after it. For a client
// with too many the next reading fails, since this cannot. A shutdown of the socket would not end
// what the system takes in meanwhile.
void TlsSession::CountStep(const SSL* ssl, int where, int /*result*/) {
  auto* const self = static_cast<TlsSession*>(SSL_get_ex_data(ssl, 0));
  if ((where & SSL_CB_LOOP) == 0) return;
  if (++self->steps_ == kMostSteps) BIO_set_fd(SSL_get_rbio(ssl), -1, BIO_NOCLOSE);
}

TlsSession::Step TlsSession::Failed(int code) {
  switch (SSL_get_error(ssl_.get(), code)) {
    case SSL_ERROR_WANT_READ:
      return {.wait = Wait::kInput};
    case SSL_ERROR_WANT_WRITE:
      return {.wait = Wait::kRoom};
    case SSL_ERROR_ZERO_RETURN:
      return {.error = asio::error::eof};
    default:
      is_broken_ = true;
      met_plain_http_ = ERR_GET_REASON(ERR_peek_error()) == SSL_R_HTTP_REQUEST;
      return {.error = asio::error::connection_aborted};
  }
}

TlsSession::Step TlsSession::ShakeHands() {
  ERR_clear_error();
  const int code = SSL_do_handshake(ssl_.get());
  return code == 1 ? Step() : Failed(code);
}

TlsSession::Step TlsSession::Read(std::span<char> room) {
  ERR_clear_error();
  std::size_t size = 0;
  const int code = SSL_read_ex(ssl_.get(), room.data(), room.size(), &size);
  is_dry_ = code != 1;
  return code == 1 ? Step{.bytes = size} : Failed(code);
}

bool TlsSession::HasInput() const { return !is_dry_ && SSL_has_pending(ssl_.get()) != 0; }

TlsSession::Step TlsSession::Write(std::string_view bytes) {
  Step step;
  while (step.bytes < bytes.size()) {
    ERR_clear_error();
    const std::string_view rest = bytes.substr(step.bytes);
    std::size_t size = 0;
    const int code = SSL_write_ex(ssl_.get(), rest.data(), rest.size(), &size);
    if (code != 1) {
      const Step failed = Failed(code);
      return {.bytes = step.bytes, .wait = failed.wait, .error = failed.error};
    }
    step.bytes += size;
  }
  return step;
}

TlsSession::Step TlsSession::SendFile(int file, off_t offset, std::size_t size) {
  if (BIO_get_ktls_send(SSL_get_wbio(ssl_.get()))) return SendByKernel(file, offset, size);
  Step step;
  while (step.bytes < size && step.wait == Wait::kNothing && !step.error) {
    const std::string_view piece =
        ReadPiece(file, offset + static_cast<off_t>(step.bytes), size - step.bytes);
    if (piece.empty()) return {.bytes = step.bytes, .error = asio::error::eof};
    const Step written = Write(piece);
    step = {.bytes = step.bytes + written.bytes, .wait = written.wait, .error = written.error};
  }
  return step;
}

TlsSession::Step TlsSession::SendByKernel(int file, off_t offset, std::size_t size) {
  ERR_clear_error();
  const ossl_ssize_t sent = SSL_sendfile(ssl_.get(), file, offset, size, 0);
  if (sent > 0) return {.bytes = static_cast<std::size_t>(sent)};
  if (sent == 0) return {.error = asio::error::eof};
  return Failed(static_cast<int>(sent));
}

void TlsSession::End() {
  if (is_broken_ || SSL_in_init(ssl_.get()) != 0) return;
  ERR_clear_error();
  SSL_shutdown(ssl_.get());
}

}  // namespace orgreg::http
