// SPDX-License-Identifier: EUPL-1.2

// A TlsIdentity is the certificate and the key that a server shows to its clients, and the rules of
// its TLS: versions 1.2 and 1.3 with authenticated encryption only, no renegotiation, no
// compression, no early data, and HTTP/1.1 alone for clients that name protocols (ALPN).
//
// Reload and Begin may be called from any thread. Connections keep what they began with.

#pragma once

#include <openssl/types.h>

#include <chrono>
#include <ctime>
#include <memory>
#include <mutex>
#include <string>

#include "base/result.h"
#include "http/tls/session.h"

namespace orgreg::http {

// Files in PEM.
struct TlsFiles {
  std::string certificate = {};  // that of the server first, then those that signed it
  std::string key = {};          // without a passphrase
};

class TlsIdentity {
 public:
  // The files were read, and the key belongs to the certificate; else kInvalid, or kNotFound or kIo
  // for a file that cannot be read. Messages name the file.
  static base::Result<std::unique_ptr<TlsIdentity>> Load(TlsFiles files);

  // Reads the files again, for connections that begin from now on. An error changes nothing.
  base::Status Reload();

  // The session of a connection that was accepted. Null if there is no memory for it.
  std::unique_ptr<TlsSession> Begin(int socket);

  // When the certificate ends, in Unix seconds.
  std::time_t expires() const;

 private:
  struct Free {
    void operator()(SSL_CTX* context) const;
  };
  using Context = std::unique_ptr<SSL_CTX, Free>;

  TlsIdentity(TlsFiles files, Context context);
  static base::Result<Context> MakeContext(const TlsFiles& files);
  static Context Renewed(SSL_CTX* context);

  const TlsFiles files_;
  mutable std::mutex mutex_;  // guards the rest
  Context context_;
  // Tickets of sessions are sealed under keys that a context makes, and those must not get old.
  std::chrono::steady_clock::time_point renewed_at_;
};

}  // namespace orgreg::http
