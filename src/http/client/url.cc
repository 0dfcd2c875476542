// SPDX-License-Identifier: EUPL-1.2

#include "http/client/url.h"

#include <algorithm>
#include <boost/asio/ip/address.hpp>
#include <boost/system/error_code.hpp>
#include <charconv>
#include <optional>
#include <system_error>

#include "base/values/ascii.h"

namespace orgreg::http {
namespace {

using base::Code;
using base::Error;
using base::Result;

constexpr std::uint16_t kHttpPort = 80;
constexpr std::uint16_t kHttpsPort = 443;
// RFC 1035, section 2.3.4, as text.
constexpr std::size_t kMostNameBytes = 253;

std::uint16_t DefaultPort(bool is_tls) { return is_tls ? kHttpsPort : kHttpPort; }

// Every visible ASCII character but those that RFC 3986 allows nowhere.
bool IsUrlCharacter(char c) {
  return c > ' ' && c < '\x7f' && std::string_view("\"<>\\^`{|}").find(c) == std::string_view::npos;
}

bool IsName(std::string_view host) {
  static constexpr base::CharacterSet kOfName = base::AlphanumericsAnd("-._");
  return !host.empty() && host.size() <= kMostNameBytes &&
         std::ranges::all_of(host, [](char c) { return base::IsIn(kOfName, c); });
}

std::optional<boost::asio::ip::address> ParseAddress(std::string_view host) {
  boost::system::error_code error;
  const auto address = boost::asio::ip::make_address(host, error);
  return error ? std::nullopt : std::optional(address);
}

Error NotAnAddress(const char* reason) {
  return {Code::kInvalid, std::string("not an address: ") + reason};
}

// Takes the host from the front of `authority`.
Result<std::string> TakeHost(std::string_view* authority) {
  if (!authority->starts_with('[')) {
    const std::string_view host = authority->substr(0, authority->find(':'));
    authority->remove_prefix(host.size());
    if (!IsName(host)) return NotAnAddress("it names no host");
    return std::string(host);
  }
  const std::size_t end = authority->find(']');
  if (end == std::string_view::npos) return NotAnAddress("a bracket is not closed");
  const std::string_view host = authority->substr(1, end - 1);
  authority->remove_prefix(end + 1);
  const auto address = ParseAddress(host);
  if (!address || !address->is_v6() || host.find('%') != std::string_view::npos)
    return NotAnAddress("no IPv6 address is in the brackets");
  return std::string(host);
}

// `text` is what follows the host: nothing, or a colon and perhaps a port.
base::Status TakePort(std::string_view text, Url* url) {
  url->port = DefaultPort(url->is_tls);
  if (text.empty() || text == ":") return {};
  const char* const end = text.data() + text.size();
  const auto [rest, error] = std::from_chars(text.data() + 1, end, url->port);
  if (text.front() != ':' || error != std::errc() || rest != end || url->port == 0)
    return NotAnAddress("the port is not a number from 1 to 65535");
  url->names_port = true;
  return {};
}

void TakeTarget(std::string_view text, Url* url) {
  text = text.substr(0, text.find('#'));
  url->target = text.starts_with('/') ? std::string(text) : "/" + std::string(text);
}

}  // namespace

Result<Url> ParseUrl(std::string_view text) {
  constexpr std::string_view kMark = "://";
  const std::size_t mark = text.find(kMark);
  if (mark == std::string_view::npos) return NotAnAddress("it has no scheme");
  if (!std::ranges::all_of(text, IsUrlCharacter)) return NotAnAddress("it has a wrong character");
  Url url;
  const std::string_view scheme = text.substr(0, mark);
  url.is_tls = base::EqualsIgnoringCase(scheme, "https");
  if (!url.is_tls && !base::EqualsIgnoringCase(scheme, "http"))
    return Error{Code::kInvalid, "neither an http nor an https address"};
  text.remove_prefix(mark + kMark.size());
  std::string_view authority = text.substr(0, text.find_first_of("/?#"));
  text.remove_prefix(authority.size());
  const std::size_t at = authority.rfind('@');
  if (at != std::string_view::npos) {
    url.has_user_info = true;
    url.user_info = authority.substr(0, at);
    authority.remove_prefix(at + 1);
  }
  url.host = TRY(TakeHost(&authority));
  TRY(TakePort(authority, &url));
  TakeTarget(text, &url);
  return url;
}

bool IsLoopback(std::string_view host) {
  const auto address = ParseAddress(host);
  return address ? address->is_loopback() : base::EqualsIgnoringCase(host, "localhost");
}

bool IsIpAddress(std::string_view host) { return ParseAddress(host).has_value(); }

std::string HostAndPort(const Url& url) {
  const bool has_brackets = url.host.find(':') != std::string::npos;
  return (has_brackets ? "[" + url.host + "]" : url.host) + ":" + std::to_string(url.port);
}

std::string HostField(const Url& url) {
  std::string text = HostAndPort(url);
  if (url.port == DefaultPort(url.is_tls)) text.resize(text.rfind(':'));
  return text;
}

}  // namespace orgreg::http
