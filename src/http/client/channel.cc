// SPDX-License-Identifier: EUPL-1.2

// The operations of Asio are asynchronous because only those can be ended at a deadline. One runs
// at a time, to its end.

#include "http/client/channel.h"

#include <openssl/ssl.h>
#include <openssl/x509.h>
#include <openssl/x509v3.h>

#include <algorithm>
#include <boost/asio/buffer.hpp>
#include <boost/asio/error.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/ssl/context.hpp>
#include <boost/asio/ssl/error.hpp>
#include <boost/asio/ssl/stream.hpp>
#include <boost/asio/ssl/verify_mode.hpp>
#include <boost/asio/write.hpp>
#include <boost/system/error_code.hpp>
#include <optional>
#include <utility>

#include "http/client/url.h"

namespace orgreg::http {
namespace {

namespace asio = boost::asio;
using asio::ip::tcp;
using base::Code;
using base::Error;
using base::Result;
using base::Status;
using boost::system::error_code;

// How often a call that waits looks for a stop.
constexpr std::chrono::milliseconds kLookInterval(50);

struct Outcome {
  bool is_over = false;
  error_code error = {};
  std::size_t bytes = 0;
};

Error Failed(const char* step, const error_code& error) {
  const bool is_late = error == asio::error::timed_out;
  return {Code::kUnavailable,
          std::string(step) + ": " + (is_late ? "no answer in time" : error.message())};
}

// Throws on a failure of the library itself.
std::unique_ptr<asio::ssl::context> MakeContext() {
  auto context = std::make_unique<asio::ssl::context>(asio::ssl::context::tls_client);
  SSL_CTX_set_min_proto_version(context->native_handle(), TLS1_2_VERSION);
  context->set_verify_mode(asio::ssl::verify_peer);
  return context;
}

Status TakeAuthorities(const std::string& ca_file, asio::ssl::context* context) {
  error_code error;
  if (ca_file.empty()) {
    context->set_default_verify_paths(error);
  } else {
    context->load_verify_file(ca_file, error);
  }
  if (!error) return {};
  const std::string name = ca_file.empty() ? "the authorities of the system" : ca_file;
  return Failed((name + ": no certificates of authorities").c_str(), error);
}

// Names the host to the server, and to the check of its certificate.
Status NameHost(const std::string& host, SSL* ssl) {
  X509_VERIFY_PARAM* const check = SSL_get0_param(ssl);
  bool is_set = false;
  if (IsIpAddress(host)) {
    is_set = X509_VERIFY_PARAM_set1_ip_asc(check, host.c_str()) == 1;
  } else {
    X509_VERIFY_PARAM_set_hostflags(check, X509_CHECK_FLAG_NO_PARTIAL_WILDCARDS);
    is_set = X509_VERIFY_PARAM_set1_host(check, host.c_str(), host.size()) == 1 &&
             // A macro of OpenSSL with a cast of C.
             SSL_ctrl(ssl, SSL_CTRL_SET_TLSEXT_HOSTNAME, TLSEXT_NAMETYPE_host_name,
                      const_cast<char*>(host.c_str())) == 1;
  }
  if (is_set) return {};
  return Error{Code::kUnavailable, "TLS cannot be set up for the host"};
}

}  // namespace

struct Channel::State {
  State(Clock::time_point until, std::stop_token stops) : deadline(until), stop(std::move(stops)) {}

  // Runs the operation that `start` begins with a handler. Ends it at `until`, or soon after a
  // stop, by closing the socket.
  template <typename Start>
  Outcome Run(Clock::time_point until, const Start& start) {
    Outcome outcome;
    start([&outcome](const error_code& error, std::size_t bytes = 0) {
      outcome = {.is_over = true, .error = error, .bytes = bytes};
    });
    io.restart();
    while (!outcome.is_over && !stop.stop_requested() && Clock::now() < until) {
      io.run_until(stop.stop_possible() ? std::min(until, Clock::now() + kLookInterval) : until);
    }
    if (outcome.is_over) return outcome;
    error_code ignored;
    socket.close(ignored);
    io.run();
    return {.is_over = true, .error = asio::error::timed_out};
  }

  Clock::time_point deadline;
  const std::stop_token stop;
  asio::io_context io{1};
  tcp::socket socket{io};
  // In this order: the stream uses the context.
  std::unique_ptr<asio::ssl::context> context = {};
  std::optional<asio::ssl::stream<tcp::socket&>> tls = {};
};

Channel::Channel(Clock::time_point deadline, std::stop_token stop)
    : state_(std::make_unique<State>(deadline, std::move(stop))) {}

Channel::~Channel() = default;

Status Channel::Connect(std::span<const asio::ip::address> addresses, std::uint16_t port) {
  error_code error = asio::error::host_unreachable;
  for (; !addresses.empty(); addresses = addresses.subspan(1)) {
    const auto now = Clock::now();
    const auto share = (state_->deadline - now) / static_cast<Clock::rep>(addresses.size());
    error_code ignored;
    state_->socket.close(ignored);
    const tcp::endpoint endpoint(addresses.front(), port);
    error = state_
                ->Run(now + share,
                      [&](auto done) { state_->socket.async_connect(endpoint, std::move(done)); })
                .error;
    if (!error) return {};
  }
  return Failed("cannot connect", error);
}

Status Channel::Secure(const std::string& host, const std::string& ca_file) {
  state_->context = MakeContext();
  TRY(TakeAuthorities(ca_file, state_->context.get()));
  auto& tls = state_->tls.emplace(state_->socket, *state_->context);
  TRY(NameHost(host, tls.native_handle()));
  const Outcome outcome = state_->Run(state_->deadline, [&](auto done) {
    tls.async_handshake(asio::ssl::stream_base::client, std::move(done));
  });
  if (!outcome.error) return {};
  const long verdict = SSL_get_verify_result(tls.native_handle());
  if (verdict == X509_V_OK) return Failed("TLS", outcome.error);
  return Error{Code::kUnavailable, std::string("the certificate is not accepted: ") +
                                       X509_verify_cert_error_string(verdict)};
}

void Channel::SetDeadline(Clock::time_point deadline) { state_->deadline = deadline; }

Status Channel::Send(std::string_view bytes) {
  const auto buffer = asio::buffer(bytes);
  const Outcome outcome = state_->Run(state_->deadline, [&](auto done) {
    if (state_->tls) {
      asio::async_write(*state_->tls, buffer, std::move(done));
    } else {
      asio::async_write(state_->socket, buffer, std::move(done));
    }
  });
  if (!outcome.error) return {};
  return Failed("sending", outcome.error);
}

Result<std::size_t> Channel::Receive(std::span<char> bytes) {
  const auto buffer = asio::buffer(bytes.data(), bytes.size());
  const Outcome outcome = state_->Run(state_->deadline, [&](auto done) {
    if (state_->tls) {
      state_->tls->async_read_some(buffer, std::move(done));
    } else {
      state_->socket.async_read_some(buffer, std::move(done));
    }
  });
  if (!outcome.error || outcome.error == asio::error::eof) return outcome.bytes;
  return Failed("receiving", outcome.error);
}

}  // namespace orgreg::http
