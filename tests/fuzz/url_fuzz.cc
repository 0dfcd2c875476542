// SPDX-License-Identifier: EUPL-1.2

// Reads the addresses of servers and of proxies: any text is accepted or rejected with a reason.
// The parts of an accepted one have no character that could end a field of the request, and
// together they are an address with the same parts.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "http/client/proxy.h"
#include "http/client/url.h"

namespace {

using orgreg::http::HostAndPort;
using orgreg::http::HostField;
using orgreg::http::ParseUrl;
using orgreg::http::ProxyFor;
using orgreg::http::Url;

void Demand(bool holds) {
  if (!holds) std::abort();
}

bool IsVisible(std::string_view text) {
  return std::ranges::all_of(text, [](char c) { return c > ' ' && c < '\x7f'; });
}

void DemandSameParts(const Url& url) {
  const std::string user = url.has_user_info ? url.user_info + "@" : "";
  const std::string text =
      (url.is_tls ? "https://" : "http://") + user + HostAndPort(url) + url.target;
  const auto again = ParseUrl(text);
  Demand(again.ok() && again->names_port);
  Demand(again->is_tls == url.is_tls && again->host == url.host && again->port == url.port);
  Demand(again->target == url.target && again->has_user_info == url.has_user_info);
  Demand(again->user_info == url.user_info);
}

// The text as the value of each variable in turn.
void TryProxies(const Url& url, const std::string& text) {
  for (const std::string_view variable : {"https_proxy", "no_proxy"}) {
    const auto proxy = ProxyFor(url, [&](const char* name) {
      if (name == variable) return text;
      return std::string(name == std::string_view("https_proxy") ? "http://proxy.test:1" : "");
    });
    Demand(proxy.ok() || !proxy.error().message.empty());
    if (proxy.ok() && *proxy) Demand(!(**proxy).is_tls && !(**proxy).host.empty());
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string text(reinterpret_cast<const char*>(data), size);
  TryProxies(ParseUrl("https://a.example.test/").value(), text);
  const auto url = ParseUrl(text);
  if (!url) {
    Demand(!url.error().message.empty());
    return 0;
  }
  Demand(!url->host.empty() && url->port != 0);
  Demand(url->target.starts_with('/') && url->target.find('#') == std::string::npos);
  Demand(IsVisible(url->host) && IsVisible(url->target) && IsVisible(url->user_info));
  Demand(url->host.find_first_of("/?#@") == std::string::npos);
  Demand(HostAndPort(*url).starts_with(HostField(*url)));
  DemandSameParts(*url);
  TryProxies(*url, "http://proxy.test:3128");
  return 0;
}
