// SPDX-License-Identifier: EUPL-1.2

// Certificates for tests of TLS: an authority of its own, and what it signs for a server.

#pragma once

#include <openssl/evp.h>
#include <openssl/x509.h>

#include <chrono>
#include <memory>
#include <string>

namespace orgreg::http {

struct FreeOpenSsl {
  void operator()(EVP_PKEY* key) const { EVP_PKEY_free(key); }
  void operator()(X509* certificate) const { X509_free(certificate); }
};
template <typename T>
using OpenSsl = std::unique_ptr<T, FreeOpenSsl>;

struct Identity {
  OpenSsl<EVP_PKEY> key = {};
  OpenSsl<X509> certificate = {};
};

class Authority {
 public:
  Authority();

  // `names` as OpenSSL writes them: "DNS:localhost,IP:127.0.0.1". Valid for a day before `end`.
  Identity Sign(const std::string& names, std::chrono::seconds end = std::chrono::hours(1)) const;
  // The file of its own certificate.
  void Write(const std::string& path) const;

 private:
  Identity own_ = {};
};

}  // namespace orgreg::http
