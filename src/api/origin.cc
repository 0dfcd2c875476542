#include "api/origin.h"

#include <algorithm>
#include <boost/asio/ip/address.hpp>

namespace orgreg::api {
namespace {

namespace ip = boost::asio::ip;

// Letters, digits and what addresses and ports are written with: nothing that could end a
// link early.
bool IsPlainHost(std::string_view host) {
  const auto plain = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '.' ||
           c == '-' || c == ':' || c == '[' || c == ']' || c == '_';
  };
  return !host.empty() && std::ranges::all_of(host, plain);
}

// "host:8080" without the port, "[::1]:80" without port and brackets.
std::string_view WithoutPort(std::string_view host) {
  if (host.starts_with('[')) return host.substr(1, std::min(host.find(']'), host.size()) - 1);
  return host.substr(0, host.find(':'));
}

bool IsLoopback(std::string_view name) {
  if (http::EqualsIgnoringCase(name, "localhost")) return true;
  boost::system::error_code error;
  const ip::address address = ip::make_address(std::string(name), error);
  return !error && address.is_loopback();
}

std::string_view Trim(std::string_view text) {
  text.remove_prefix(std::min(text.find_first_not_of(' '), text.size()));
  return text.substr(0, text.find_last_not_of(' ') + 1);
}

// The first of a comma-separated list, as proxies in a row leave it.
std::string_view FirstOf(std::string_view list) { return Trim(list.substr(0, list.find(','))); }

// Takes the last one.
std::string_view TakeLast(std::string_view* list) {
  const std::size_t comma = list->rfind(',');
  const bool is_only = comma == std::string_view::npos;
  const std::string_view last = is_only ? *list : list->substr(comma + 1);
  *list = is_only ? std::string_view() : list->substr(0, comma);
  return Trim(last);
}

// For a request without Host, as HTTP/1.0 allows it: links lead to the port it came to.
std::string HostWithoutName(const http::Request& request) {
  constexpr std::uint16_t kHttpPort = 80;
  const std::uint16_t port = request.local_port;
  const bool is_plain = port == 0 || port == kHttpPort;
  return is_plain ? "localhost" : "localhost:" + std::to_string(port);
}

bool IsAddress(std::string_view text) {
  boost::system::error_code error;
  ip::make_address(std::string(text), error);
  return !error;
}

}  // namespace

base::Result<OriginFinder> OriginFinder::Make(const OriginSettings& settings) {
  OriginFinder finder;
  finder.public_url_ = settings.public_url;
  finder.allowed_hosts_ = settings.allowed_hosts;
  for (const std::string& proxy : settings.trusted_proxies) {
    boost::system::error_code error;
    const bool is_network = proxy.find('/') != std::string::npos;
    const bool is_v6 = proxy.find(':') != std::string::npos;
    const std::string network = is_network ? proxy : proxy + (is_v6 ? "/128" : "/32");
    if (is_v6) {
      finder.proxies_v6_.push_back(ip::make_network_v6(network, error));
    } else {
      finder.proxies_v4_.push_back(ip::make_network_v4(network, error));
    }
    if (error)
      return base::Error{base::Code::kInvalid,
                         "\"" + proxy + "\" is neither an address nor a network"};
  }
  return finder;
}

bool OriginFinder::IsTrusted(std::string_view peer) const {
  if (proxies_v4_.empty() && proxies_v6_.empty()) return false;
  boost::system::error_code error;
  const ip::address address = ip::make_address(std::string(peer), error);
  if (error) return false;
  if (address.is_v4()) {
    const auto holds = [&](const ip::network_v4& network) {
      return network.hosts().find(address.to_v4()) != network.hosts().end() ||
             network.address() == address.to_v4();
    };
    return std::ranges::any_of(proxies_v4_, holds);
  }
  const auto holds = [&](const ip::network_v6& network) {
    return network.hosts().find(address.to_v6()) != network.hosts().end() ||
           network.address() == address.to_v6();
  };
  return std::ranges::any_of(proxies_v6_, holds);
}

bool OriginFinder::IsAllowed(std::string_view host) const {
  const std::string_view name = WithoutPort(host);
  const auto same = [&](const std::string& allowed) {
    return http::EqualsIgnoringCase(name, allowed);
  };
  return std::ranges::any_of(allowed_hosts_, same) || IsLoopback(name);
}

bool OriginFinder::Find(const http::Request& request, std::string* origin) const {
  if (!public_url_.empty()) {
    origin->assign(public_url_);
    return true;
  }
  std::string_view host = request.host;
  std::string_view scheme = "http";
  if (IsTrusted(request.peer)) {
    const std::string_view forwarded_host = FirstOf(request.Header("X-Forwarded-Host"));
    if (!forwarded_host.empty()) host = forwarded_host;
    if (FirstOf(request.Header("X-Forwarded-Proto")) == "https") scheme = "https";
  }
  std::string unnamed;
  if (host.empty()) host = unnamed = HostWithoutName(request);
  if (!IsPlainHost(host) || !IsAllowed(host)) return false;
  origin->assign(scheme).append("://").append(host);
  return true;
}

// Each proxy adds at the end whom it serves, so the list is believed from its end for as long as
// who wrote is trusted.
std::string_view OriginFinder::ClientOf(const http::Request& request) const {
  std::string_view client = request.peer;
  if (!IsTrusted(client)) return client;
  std::vector<std::string_view> lists;
  request.ForEachHeader("X-Forwarded-For", [&](std::string_view list) { lists.push_back(list); });
  for (auto list = lists.rbegin(); list != lists.rend(); ++list) {
    while (!list->empty()) {
      const std::string_view before = TakeLast(&*list);
      if (!IsAddress(before)) return client;
      client = before;
      if (!IsTrusted(client)) return client;
    }
  }
  return client;
}

}  // namespace orgreg::api
