// SPDX-License-Identifier: EUPL-1.2

#include "http/client/proxy.h"

#include <array>
#include <cstdint>
#include <cstdlib>
#include <string_view>
#include <utility>

#include "base/values/ascii.h"

namespace orgreg::http {
namespace {

// What other programs take where the variable names no port.
constexpr std::uint16_t kProxyPort = 1080;
constexpr std::array kProxyNames = {"https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY"};
constexpr std::array kExceptionNames = {"no_proxy", "NO_PROXY"};

// The first variable that is set, and its name.
template <std::size_t kCount>
std::pair<const char*, std::string> FirstOf(const std::array<const char*, kCount>& names,
                                            const Environment& environment) {
  for (const char* const name : names) {
    std::string value = environment(name);
    if (!value.empty()) return {name, std::move(value)};
  }
  return {};
}

// `entry` is a host, or a name above the host.
bool Covers(std::string_view entry, std::string_view host) {
  if (entry == "*") return true;
  if (entry.starts_with('.')) entry.remove_prefix(1);
  if (entry.empty() || entry.size() > host.size()) return false;
  const std::string_view above = host.substr(0, host.size() - entry.size());
  const bool ends_so = base::EqualsIgnoringCase(host.substr(above.size()), entry);
  return ends_so && (above.empty() || (above.ends_with('.') && !IsIpAddress(host)));
}

bool IsExcepted(std::string_view host, std::string_view list) {
  constexpr std::string_view kSeparators = ", \t";
  while (!list.empty()) {
    const std::string_view entry = list.substr(0, list.find_first_of(kSeparators));
    if (Covers(entry, host)) return true;
    list.remove_prefix(std::min(entry.size() + 1, list.size()));
  }
  return false;
}

}  // namespace

std::string ProcessEnvironment(const char* name) {
  const char* const value = std::getenv(name);
  return value == nullptr ? "" : value;
}

base::Result<std::optional<Url>> ProxyFor(const Url& url, const Environment& environment) {
  if (!url.is_tls || IsLoopback(url.host)) return std::optional<Url>();
  if (IsExcepted(url.host, FirstOf(kExceptionNames, environment).second))
    return std::optional<Url>();
  const auto [name, value] = FirstOf(kProxyNames, environment);
  if (value.empty()) return std::optional<Url>();
  const std::size_t scheme_end = value.find("://");
  const bool has_scheme = scheme_end != std::string::npos;
  if (has_scheme && !base::EqualsIgnoringCase(value.substr(0, scheme_end), "http")) {
    return base::Error{base::Code::kInvalid,
                       std::string(name) +
                           ": only a proxy with an http address can be used, not one of SOCKS or "
                           "https; no_proxy names hosts that need no proxy"};
  }
  auto proxy = ParseUrl(has_scheme ? value : "http://" + value);
  if (!proxy) return std::move(proxy).error().At(name);
  if (!proxy->names_port) proxy->port = kProxyPort;
  return std::optional(std::move(*proxy));
}

}  // namespace orgreg::http
