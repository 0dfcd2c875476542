// SPDX-License-Identifier: EUPL-1.2

// A connection to a server, plain or with TLS. Every call waits, but no longer than until the
// deadline of the channel, or soon after a stop; after that it fails with kUnavailable, as it does
// for every failure of the network. After a failure the channel is only destroyed. One thread uses
// a channel.

#pragma once

#include <boost/asio/ip/address.hpp>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <stop_token>
#include <string>
#include <string_view>

#include "base/result.h"

namespace orgreg::http {

class Channel {
 public:
  using Clock = std::chrono::steady_clock;

  // Throws boost::system::system_error if the system has no descriptors for it.
  explicit Channel(Clock::time_point deadline, std::stop_token stop = {});
  ~Channel();
  Channel(const Channel&) = delete;
  Channel& operator=(const Channel&) = delete;

  // Connects to the first address that accepts. An address that does not answer leaves the next
  // ones their share of the time.
  base::Status Connect(std::span<const boost::asio::ip::address> addresses, std::uint16_t port);
  // Begins TLS 1.2 or newer. The certificate must be valid for the host, a name or an IP address,
  // and be signed by an authority of the file (PEM), or of the system if `ca_file` is empty.
  base::Status Secure(const std::string& host, const std::string& ca_file);
  base::Status Send(std::string_view bytes);
  // Moves the deadline of the calls that follow.
  void SetDeadline(Clock::time_point deadline);
  // Waits for some bytes and returns their number; 0 if the server has ended the connection. With
  // TLS, an end that the server did not announce is an error: an attacker may have cut the rest.
  base::Result<std::size_t> Receive(std::span<char> bytes);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace orgreg::http
