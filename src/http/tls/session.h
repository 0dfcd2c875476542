// SPDX-License-Identifier: EUPL-1.2

// A TlsSession encrypts what passes one connection, on a socket that never waits. It reads and
// writes the socket itself, so that the kernel can encrypt files where it knows TLS.
//
// Each call does what can be done now, and says what it waits for. A write that waits must be
// repeated with the same bytes first. One thread at a time.

#pragma once

#include <openssl/types.h>
#include <sys/types.h>

#include <boost/system/error_code.hpp>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string_view>

namespace orgreg::http {

class TlsSession {
 public:
  enum class Wait : std::uint8_t {
    kNothing,  // It is done, or has failed.
    kInput,    // for bytes of the client
    kRoom,     // for room in the socket
  };
  struct Step {
    std::size_t bytes = 0;  // that were moved, also where it waits for the rest
    Wait wait = Wait::kNothing;
    boost::system::error_code error = {};  // asio::error::eof after an announced end
  };

  // Takes the session.
  explicit TlsSession(SSL* ssl);
  ~TlsSession();
  TlsSession(const TlsSession&) = delete;
  TlsSession& operator=(const TlsSession&) = delete;

  // The next step of the handshake, which may cost some tenths of a millisecond.
  Step ShakeHands();
  // True if that failed because the client does not speak TLS but HTTP.
  bool met_plain_http() const { return met_plain_http_; }

  Step Read(std::span<char> room);
  // True if more can be read though the socket has nothing.
  bool HasInput() const;

  Step Write(std::string_view bytes);
  // The kernel encrypts and sends if it can; otherwise pieces of the file are read and written. A
  // file that ends early is an error.
  Step SendFile(int file, off_t offset, std::size_t size);

  // Tells the client that nothing follows, as far as there is room.
  void End();

 private:
  struct Free {
    void operator()(SSL* ssl) const;
  };

  Step Failed(int code);
  Step SendByKernel(int file, off_t offset, std::size_t size);
  static void CountStep(const SSL* ssl, int where, int /*result*/);

  std::unique_ptr<SSL, Free> ssl_;
  std::size_t steps_ = 0;  // of the state of the session
  bool is_dry_ = false;    // The last reading found no whole record.
  bool is_broken_ = false;
  bool met_plain_http_ = false;
};

}  // namespace orgreg::http
