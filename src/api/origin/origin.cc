// SPDX-License-Identifier: EUPL-1.2

// Trusted proxies may report the host, the scheme and the client, in one of two families of fields.
// The addressee of a request follows from its Host or such a report, and must be an allowed name.

#include "api/origin/origin.h"

#include <algorithm>
#include <boost/asio/ip/address.hpp>
#include <vector>

#include "base/values/ascii.h"

namespace orgreg::api {
namespace {

namespace ip = boost::asio::ip;

constexpr std::string_view kHttp = "http";
constexpr std::string_view kHttps = "https";
// The peer of a socket file (http/message/request.h).
constexpr std::string_view kUnixPeer = "unix";

bool IsOfName(char c) { return base::IsAlphanumeric(c) || c == '.' || c == '-' || c == '_'; }

bool IsOfAddress(char c) { return IsOfName(c) || c == ':'; }

// A name, or an IPv6 address in brackets, and perhaps a port: without characters that could end a
// link early or change its target.
bool IsPlainHost(std::string_view host) {
  const bool is_bracketed = host.starts_with('[');
  const std::size_t end = is_bracketed ? host.find(']') : std::min(host.find(':'), host.size());
  if (end == std::string_view::npos) return false;
  const std::string_view name = is_bracketed ? host.substr(1, end - 1) : host.substr(0, end);
  const std::string_view rest = host.substr(is_bracketed ? end + 1 : end);
  return !name.empty() && std::ranges::all_of(name, is_bracketed ? IsOfAddress : IsOfName) &&
         (rest.empty() || (rest.front() == ':' && base::AreDigits(rest.substr(1))));
}

// "host:8080" without the port, "[::1]:80" without port and brackets.
std::string_view WithoutPort(std::string_view host) {
  if (host.starts_with('[')) return host.substr(1, std::min(host.find(']'), host.size()) - 1);
  return host.substr(0, host.find(':'));
}

// The commonest names are not parsed: every request has one.
bool IsLoopback(std::string_view name) {
  if (name == "127.0.0.1" || base::EqualsIgnoringCase(name, "localhost")) return true;
  boost::system::error_code error;
  const ip::address address = ip::make_address(std::string(name), error);
  return !error && address.is_loopback();
}

// The address of a peer; an IPv4 address in the form of an IPv6 address becomes an IPv4 one.
ip::address AddressOfPeer(std::string_view peer, boost::system::error_code* error) {
  const ip::address address = ip::make_address(std::string(peer), *error);
  const bool is_mapped = !*error && address.is_v6() && address.to_v6().is_v4_mapped();
  return is_mapped ? ip::make_address_v4(ip::v4_mapped, address.to_v6()) : address;
}

// The first of a comma-separated list, as proxies in a row leave it.
std::string_view FirstOf(std::string_view list) {
  std::string_view first = list.substr(0, list.find(','));
  first.remove_prefix(std::min(first.find_first_not_of(' '), first.size()));
  return first.substr(0, first.find_last_not_of(' ') + 1);
}

// The lists of all fields of that name, in the order sent.
std::vector<std::string_view> ListsOf(const http::Request& request, std::string_view name) {
  std::vector<std::string_view> lists;
  request.ForEachHeader(name, [&](std::string_view list) { lists.push_back(list); });
  return lists;
}

// A field that only a proxy adds.
bool IsOfProxy(const http::Field& field) {
  constexpr std::string_view kPrefix = "X-Forwarded-";
  return base::EqualsIgnoringCase(field.name, "Forwarded") ||
         base::EqualsIgnoringCase(field.name, "Via") ||
         base::EqualsIgnoringCase(field.name.substr(0, kPrefix.size()), kPrefix);
}

// For a request without Host, as HTTP/1.0 allows it: links lead to the port of the connection.
std::string HostWithoutName(const http::Request& request) {
  constexpr std::uint16_t kHttpPort = 80;
  constexpr std::uint16_t kHttpsPort = 443;
  const std::uint16_t port = request.local_port;
  const bool is_usual = port == 0 || port == (request.is_secured ? kHttpsPort : kHttpPort);
  return is_usual ? "localhost" : "localhost:" + std::to_string(port);
}

}  // namespace

bool IsLoopbackAddress(std::string_view text) {
  boost::system::error_code error;
  const ip::address address = AddressOfPeer(text, &error);
  return !error && address.is_loopback();
}

base::Result<OriginFinder> OriginFinder::Make(const OriginSettings& settings) {
  OriginFinder finder;
  finder.public_url_ = settings.public_url;
  finder.allowed_hosts_ = settings.allowed_hosts;
  finder.forwarded_by_ = settings.forwarded_by;
  finder.allows_plain_secrets_ = settings.allows_plain_secrets;
  finder.doubts_loopback_ = !settings.allowed_hosts.empty() && !IsLoopbackAddress(settings.listen);
  for (const std::string& proxy : settings.trusted_proxies) {
    if (finder.Trust(proxy)) continue;
    return base::Error{base::Code::kInvalid,
                       "\"" + proxy + "\" is neither an address nor a network"};
  }
  return finder;
}

bool OriginFinder::IsProxy(std::string_view text) { return OriginFinder().Trust(text); }

bool OriginFinder::Trust(std::string_view proxy) {
  const bool is_network = proxy.find('/') != std::string_view::npos;
  const bool is_v6 = proxy.find(':') != std::string_view::npos;
  const std::string network = std::string(proxy) + (is_network ? "" : is_v6 ? "/128" : "/32");
  boost::system::error_code error;
  if (is_v6) {
    proxies_v6_.push_back(ip::make_network_v6(network, error));
  } else {
    proxies_v4_.push_back(ip::make_network_v4(network, error));
  }
  return !error;
}

bool OriginFinder::IsTrusted(std::string_view peer) const {
  if (proxies_v4_.empty() && proxies_v6_.empty()) return false;
  boost::system::error_code error;
  const ip::address address = AddressOfPeer(peer, &error);
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

bool OriginFinder::CountsLoopback(std::string_view peer) const {
  return !doubts_loopback_ || (IsLoopbackAddress(peer) && !IsTrusted(peer));
}

bool OriginFinder::IsAllowed(std::string_view host, std::string_view peer) const {
  const std::string_view name = WithoutPort(host);
  const auto same = [&](const std::string& allowed) {
    return base::EqualsIgnoringCase(name, allowed);
  };
  return std::ranges::any_of(allowed_hosts_, same) || (IsLoopback(name) && CountsLoopback(peer));
}

OriginFinder::Addressed OriginFinder::AddresseeOf(const http::Request& request) const {
  Addressed addressed{.host = request.host, .scheme = request.is_secured ? kHttps : kHttp};
  if (IsTrusted(request.peer)) {
    const Said said = SaidOf(request);
    if (!said.host.empty()) addressed.host = said.host;
    for (const std::string_view scheme : {kHttp, kHttps}) {
      if (base::EqualsIgnoringCase(said.scheme, scheme)) addressed.scheme = scheme;
    }
  }
  return addressed;
}

bool OriginFinder::Find(const http::Request& request, std::string* origin) const {
  if (!public_url_.empty()) {
    origin->assign(public_url_);
    return true;
  }
  auto [host, scheme] = AddresseeOf(request);
  std::string unnamed;
  if (host.empty()) host = unnamed = HostWithoutName(request);
  const bool is_plain = IsPlainHost(host);
  if (is_plain && IsAllowed(host, request.peer)) {
    origin->assign(scheme).append("://").append(host);
    return true;
  }
  origin->assign(is_plain ? WithoutPort(host) : std::string_view());
  return false;
}

bool OriginFinder::IsSafe(const http::Request& request) const {
  if (allows_plain_secrets_) return true;
  const bool is_local = request.peer == kUnixPeer || IsLoopbackAddress(request.peer);
  if (!request.is_secured && !is_local) return false;
  return !IsTrusted(request.peer) || !base::EqualsIgnoringCase(SaidOf(request).scheme, kHttp);
}

bool OriginFinder::HidesHost(const http::Request& request) const {
  if (!public_url_.empty() || std::ranges::none_of(request.fields, IsOfProxy)) return false;
  const std::string_view host = AddresseeOf(request).host;
  return host.empty() || IsLoopback(WithoutPort(host));
}

std::string_view OriginFinder::ClientOf(const http::Request& request) const {
  return IsTrusted(request.peer) ? SaidOf(request).client : request.peer;
}

std::string_view OriginFinder::CountsAs(const http::Request& request) const {
  const std::string_view client = ClientOf(request);
  return IsTrusted(client) ? std::string_view() : client;
}

OriginFinder::Said OriginFinder::SaidOf(const http::Request& request) const {
  return forwarded_by_ == ForwardedBy::kForwarded ? SaidInForwarded(request)
                                                  : SaidInXForwarded(request);
}

// Each proxy adds its client at the end, so the list is read from its end for as long as the
// writers are trusted.
OriginFinder::Said OriginFinder::SaidInXForwarded(const http::Request& request) const {
  Said said{.client = request.peer,
            .host = FirstOf(request.Header("X-Forwarded-Host")),
            .scheme = FirstOf(request.Header("X-Forwarded-Proto"))};
  std::vector<std::string_view> lists = ListsOf(request, "X-Forwarded-For");
  for (auto list = lists.rbegin(); list != lists.rend(); ++list) {
    while (!list->empty()) {
      const std::string_view before = AddressOf(TakeLast(&*list));
      if (before.empty()) return said;
      said.client = before;
      if (!IsTrusted(before)) return said;
    }
  }
  return said;
}

// The same; host and scheme are those of the request to the outermost trusted proxy.
OriginFinder::Said OriginFinder::SaidInForwarded(const http::Request& request) const {
  Said said{.client = request.peer};
  std::vector<std::string_view> lists = ListsOf(request, "Forwarded");
  for (auto list = lists.rbegin(); list != lists.rend(); ++list) {
    while (!list->empty()) {
      const auto element = TakeLastElement(&*list);
      if (!element) return said;
      if (!element->host.empty()) said.host = element->host;
      if (!element->scheme.empty()) said.scheme = element->scheme;
      const std::string_view before = AddressOf(element->client);
      if (before.empty()) return said;
      said.client = before;
      if (!IsTrusted(before)) return said;
    }
  }
  return said;
}

}  // namespace orgreg::api
