// Which name a request was sent to, as links repeat it: "https://host". A setting where
// there is one; otherwise the Host field, if it is a name we answer for, or what a trusted
// proxy says of it (docs/choices.md, Host).
//
// Unchanging once made: any number of threads.

#pragma once

#include <boost/asio/ip/network_v4.hpp>
#include <boost/asio/ip/network_v6.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "api/interface/forwarded.h"
#include "base/result.h"
#include "http/message/request.h"

namespace orgreg::api {

struct OriginSettings {
  std::string public_url = {};                    // Without a final slash; empty: by the request.
  std::vector<std::string> allowed_hosts = {};    // Names besides loopback, without port.
  std::vector<std::string> trusted_proxies = {};  // Addresses or networks ("10.0.0.0/8").
  ForwardedBy forwarded_by = ForwardedBy::kXForwarded;  // What these write.
  std::string listen = "127.0.0.1";                     // The address that requests come to.
};

class OriginFinder {
 public:
  static base::Result<OriginFinder> Make(const OriginSettings& settings);

  // Whether OriginSettings::trusted_proxies may hold this.
  static bool IsProxy(std::string_view text);

  // Puts the origin into `origin`. False where the host is not ours to answer for: then `origin` is
  // that host without its port, or empty where it is no host at all.
  bool Find(const http::Request& request, std::string* origin) const;
  // The address that the request came from: the peer's, or what trusted proxies say of it. Points
  // into the request.
  std::string_view ClientOf(const http::Request& request) const;
  // The same; nothing where no more is known than a trusted proxy.
  std::string_view CountsAs(const http::Request& request) const;
  // Whether something between the client and us passed the request on and did not say for which
  // host, so that links lead to the machine itself.
  bool HidesHost(const http::Request& request) const;

 private:
  // What trusted proxies say of a request; host and scheme are empty where they do not say.
  struct Said {
    std::string_view client = {};
    std::string_view host = {};
    std::string_view scheme = {};
  };
  struct Addressed {
    std::string_view host = {};  // Empty where the request does not say.
    std::string_view scheme = "http";
  };

  // False where the text is neither an address nor a network.
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
  // Other machines reach the listener, and it is known by which names: one that says that it asked
  // its own machine is then an attempt to have links lead elsewhere, or a proxy set up wrongly.
  bool doubts_loopback_ = false;
  ForwardedBy forwarded_by_ = ForwardedBy::kXForwarded;
  std::vector<boost::asio::ip::network_v4> proxies_v4_;
  std::vector<boost::asio::ip::network_v6> proxies_v6_;
};

}  // namespace orgreg::api
