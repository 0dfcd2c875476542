// SPDX-License-Identifier: EUPL-1.2

// The origin of a request, as links repeat it: "https://host". A setting if there is one; otherwise
// the Host field, if it is one of our names, or the report of a trusted proxy (docs/choices.md,
// Host).
//
// Unchanging once made: any number of threads.

#pragma once

#include <boost/asio/ip/network_v4.hpp>
#include <boost/asio/ip/network_v6.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "api/origin/forwarded.h"
#include "base/result.h"
#include "http/message/request.h"

namespace orgreg::api {

struct OriginSettings {
  std::string public_url = {};                    // Without a final slash; if empty: the request's.
  std::vector<std::string> allowed_hosts = {};    // Names besides loopback, without port.
  std::vector<std::string> trusted_proxies = {};  // Addresses or networks ("10.0.0.0/8").
  ForwardedBy forwarded_by = ForwardedBy::kXForwarded;  // The fields that these write.
  std::string listen = "127.0.0.1";                     // The address of the listener.
  // Passwords, tokens and identification numbers may come over plain HTTP from other machines.
  bool allows_plain_secrets = false;
};

// True for an IP address that only this machine reaches, such as 127.0.0.1 or ::1.
bool IsLoopbackAddress(std::string_view text);

class OriginFinder {
 public:
  static base::Result<OriginFinder> Make(const OriginSettings& settings);

  // Whether OriginSettings::trusted_proxies may hold this.
  static bool IsProxy(std::string_view text);

  // Puts the origin into `origin`. False if the host is not ours: then `origin` is that host
  // without its port, or empty if the text is not a host.
  bool Find(const http::Request& request, std::string* origin) const;
  // The address that the request came from: the peer's, or the one that trusted proxies report.
  // Points into the request.
  std::string_view ClientOf(const http::Request& request) const;
  // The same; nothing if only a trusted proxy is known.
  std::string_view CountsAs(const http::Request& request) const;
  // Whether nobody on the way could read the request, so that it may hold a secret: it came over
  // TLS or from this machine, and a trusted proxy, if there is one, does not say that its client
  // used plain HTTP. Always true if the settings allow plain secrets.
  bool IsSafe(const http::Request& request) const;
  // Whether a proxy forwarded the request without its host, so that links lead to the machine
  // itself.
  bool HidesHost(const http::Request& request) const;

 private:
  // The report of trusted proxies on a request; host and scheme are empty if they do not say.
  struct Said {
    std::string_view client = {};
    std::string_view host = {};
    std::string_view scheme = {};
  };
  struct Addressed {
    std::string_view host = {};  // Empty if the request does not say.
    std::string_view scheme = "http";
  };

  // False if the text is neither an address nor a network.
  bool Trust(std::string_view proxy);
  Said SaidOf(const http::Request& request) const;
  Said SaidInXForwarded(const http::Request& request) const;
  Said SaidInForwarded(const http::Request& request) const;
  Addressed AddresseeOf(const http::Request& request) const;
  bool IsTrusted(std::string_view peer) const;
  bool IsAllowed(std::string_view host, std::string_view peer) const;
  bool CountsLoopback(std::string_view peer) const;

  std::string public_url_;
  std::vector<std::string> allowed_hosts_;
  // Other machines reach the listener, and its names are known: a request for a loopback host is
  // then an attempt to change the target of links, or a sign of a misconfigured proxy.
  bool doubts_loopback_ = false;
  bool allows_plain_secrets_ = false;
  ForwardedBy forwarded_by_ = ForwardedBy::kXForwarded;
  std::vector<boost::asio::ip::network_v4> proxies_v4_;
  std::vector<boost::asio::ip::network_v6> proxies_v6_;
};

}  // namespace orgreg::api
