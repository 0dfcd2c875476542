// SPDX-License-Identifier: EUPL-1.2

#include "http/tls/identity.h"

#include <openssl/asn1.h>
#include <openssl/bio.h>
#include <openssl/crypto.h>
#include <openssl/err.h>
#include <openssl/pem.h>
#include <openssl/ssl.h>
#include <openssl/x509.h>

#include <array>
#include <utility>

#include "base/files/file_access.h"

namespace orgreg::http {
namespace {

using base::Code;
using base::Error;
using base::Result;
using base::Status;
using Clock = std::chrono::steady_clock;

// For TLS 1.2. All suites of TLS 1.3 encrypt with authentication and have forward secrecy.
constexpr const char* kCiphers = "ECDHE+AESGCM:ECDHE+CHACHA20";

// Who steals the keys of tickets can read TLS 1.2 sessions that were resumed under them.
constexpr std::chrono::hours kTicketTime(12);

constexpr std::array<unsigned char, 9> kProtocol = {8, 'h', 't', 't', 'p', '/', '1', '.', '1'};

// A client that offers protocols, and not this one, would misunderstand the answers.
// NOLINTNEXTLINE(readability-function-size): the library's signature.
int ChooseProtocol(SSL* /*ssl*/, const unsigned char** chosen, unsigned char* chosen_size,
                   const unsigned char* offered, unsigned offered_size, void* /*unused*/) {
  unsigned char* found = nullptr;
  const int code = SSL_select_next_proto(&found, chosen_size, kProtocol.data(), kProtocol.size(),
                                         offered, offered_size);
  if (code != OPENSSL_NPN_NEGOTIATED) return SSL_TLSEXT_ERR_ALERT_FATAL;
  *chosen = found;
  return SSL_TLSEXT_ERR_OK;
}

// OpenSSL would ask the terminal.
int RefusePassphrase(char* /*buffer*/, int /*size*/, int /*writes*/, void* was_asked) {
  if (was_asked != nullptr) *static_cast<bool*>(was_asked) = true;
  return -1;
}

// A record that was read with one before it, which renews the keys, is decrypted with the old keys
// by OpenSSL 3.5.9, and rightly by 3.0.19. How records are read changed in 3.2.
bool CanReadAhead() {
  constexpr unsigned long kChanged = 0x30200000;
  return OpenSSL_version_num() < kChanged;
}

bool ApplyRules(SSL_CTX* context) {
  SSL_CTX_set_options(context, SSL_OP_NO_COMPRESSION | SSL_OP_NO_RENEGOTIATION |
                                   SSL_OP_CIPHER_SERVER_PREFERENCE | SSL_OP_PRIORITIZE_CHACHA |
                                   SSL_OP_ENABLE_KTLS);
  // Records are kept no longer than they are needed, so that idle connections are small.
  SSL_CTX_set_mode(context, SSL_MODE_ENABLE_PARTIAL_WRITE | SSL_MODE_ACCEPT_MOVING_WRITE_BUFFER |
                                SSL_MODE_RELEASE_BUFFERS);
  SSL_CTX_set_read_ahead(context, CanReadAhead() ? 1 : 0);
  // A client resumes by its ticket, so nothing is kept here.
  SSL_CTX_set_session_cache_mode(context, SSL_SESS_CACHE_OFF);
  SSL_CTX_set_num_tickets(context, 1);
  SSL_CTX_set_alpn_select_cb(context, ChooseProtocol, nullptr);
  return SSL_CTX_set_min_proto_version(context, TLS1_2_VERSION) == 1 &&
         SSL_CTX_set_cipher_list(context, kCiphers) == 1;
}

SSL_CTX* NewContext() {
  SSL_CTX* const context = SSL_CTX_new(TLS_server_method());
  if (context == nullptr || ApplyRules(context)) return context;
  SSL_CTX_free(context);
  return nullptr;
}

// The newest error of OpenSSL in its words.
std::string Reason() {
  const char* const reason = ERR_reason_error_string(ERR_peek_last_error());
  return reason == nullptr ? "unknown error" : reason;
}

Status UseCertificate(const std::string& path, SSL_CTX* context) {
  TRY(base::CheckFile(path, base::Access::kRead));
  ERR_clear_error();
  if (SSL_CTX_use_certificate_chain_file(context, path.c_str()) == 1) return {};
  return Error{Code::kInvalid, "holds no chain of certificates in PEM: " + Reason()}.At(path);
}

struct FreeSession {
  void operator()(SSL* ssl) const { SSL_free(ssl); }
};

struct FreeKey {
  void operator()(EVP_PKEY* key) const { EVP_PKEY_free(key); }
  void operator()(BIO* file) const { BIO_free(file); }
};

Status UseKey(const TlsFiles& files, SSL_CTX* context) {
  const std::string& path = files.key;
  TRY(base::CheckFile(path, base::Access::kRead));
  ERR_clear_error();
  bool was_asked = false;
  const std::unique_ptr<BIO, FreeKey> file(BIO_new_file(path.c_str(), "r"));
  const std::unique_ptr<EVP_PKEY, FreeKey> key(
      file ? PEM_read_bio_PrivateKey(file.get(), nullptr, RefusePassphrase, &was_asked) : nullptr);
  if (was_asked) {
    return Error{Code::kInvalid,
                 "has a passphrase, which a server cannot be asked for; store the key without one"}
        .At(path);
  }
  if (!key) return Error{Code::kInvalid, "holds no private key in PEM: " + Reason()}.At(path);
  if (X509_check_private_key(SSL_CTX_get0_certificate(context), key.get()) != 1) {
    return Error{Code::kInvalid, "is not the key of the certificate in " + files.certificate}.At(
        path);
  }
  if (SSL_CTX_use_PrivateKey(context, key.get()) == 1) return {};
  return Error{Code::kInvalid, "cannot be used: " + Reason()}.At(path);
}

}  // namespace

void TlsIdentity::Free::operator()(SSL_CTX* context) const { SSL_CTX_free(context); }

Result<TlsIdentity::Context> TlsIdentity::MakeContext(const TlsFiles& files) {
  Context context(NewContext());
  if (!context) return Error{Code::kUnavailable, "TLS cannot be set up: " + Reason()};
  TRY(UseCertificate(files.certificate, context.get()));
  TRY(UseKey(files, context.get()));
  return context;
}

Result<std::unique_ptr<TlsIdentity>> TlsIdentity::Load(TlsFiles files) {
  auto context = TRY(MakeContext(files));
  return std::unique_ptr<TlsIdentity>(new TlsIdentity(std::move(files), std::move(context)));
}

TlsIdentity::TlsIdentity(TlsFiles files, Context context)
    : files_(std::move(files)), context_(std::move(context)), renewed_at_(Clock::now()) {}

Status TlsIdentity::Reload() {
  auto context = TRY(MakeContext(files_));
  const std::lock_guard lock(mutex_);
  context_.swap(context);
  renewed_at_ = Clock::now();
  return {};
}

// The same certificate, with new keys for tickets. Null if there is no memory for it.
TlsIdentity::Context TlsIdentity::Renewed(SSL_CTX* context) {
  Context made(NewContext());
  STACK_OF(X509)* chain = nullptr;
  SSL_CTX_ctrl(context, SSL_CTRL_GET_CHAIN_CERTS, 0, static_cast<void*>(&chain));
  if (!made || SSL_CTX_use_cert_and_key(made.get(), SSL_CTX_get0_certificate(context),
                                        SSL_CTX_get0_privatekey(context), chain, 1) != 1) {
    return nullptr;
  }
  return made;
}

std::unique_ptr<TlsSession> TlsIdentity::Begin(int socket) {
  const std::lock_guard lock(mutex_);
  if (Clock::now() - renewed_at_ > kTicketTime) {
    if (Context made = Renewed(context_.get())) context_ = std::move(made);
    renewed_at_ = Clock::now();
  }
  std::unique_ptr<SSL, FreeSession> ssl(SSL_new(context_.get()));
  if (!ssl || SSL_set_fd(ssl.get(), socket) != 1) return nullptr;
  auto session = std::make_unique<TlsSession>(ssl.get());
  [[maybe_unused]] const SSL* const handed_on = ssl.release();
  return session;
}

std::time_t TlsIdentity::expires() const {
  const std::lock_guard lock(mutex_);
  std::tm end = {};
  if (ASN1_TIME_to_tm(X509_get0_notAfter(SSL_CTX_get0_certificate(context_.get())), &end) != 1)
    return 0;
  return ::timegm(&end);
}

}  // namespace orgreg::http
