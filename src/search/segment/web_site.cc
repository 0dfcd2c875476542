// SPDX-License-Identifier: EUPL-1.2

#include "search/segment/web_site.h"

#include <algorithm>

#include "base/values/fold.h"

namespace orgreg::search {
namespace {

bool BeginsWithWww(std::string_view text) {
  constexpr std::string_view kWww = "www.";
  return text.size() > kWww.size() && std::ranges::equal(text.substr(0, kWww.size()), kWww, {},
                                                         [](char c) { return c == 'W' ? 'w' : c; });
}

}  // namespace

WebSite CutWebSite(std::string_view text) {
  constexpr std::string_view kAfterScheme = "://";
  std::string_view address = text;
  address.remove_prefix(std::min(address.find_first_not_of(' '), address.size()));
  const std::size_t scheme_end = address.find(kAfterScheme);
  // The text before it is a scheme only if the host does not begin there.
  if (scheme_end < address.find_first_of("/?#.")) {
    address.remove_prefix(scheme_end + kAfterScheme.size());
  }
  if (BeginsWithWww(address)) address.remove_prefix(4);
  const std::size_t host_end = std::min(address.find_first_of("/?#"), address.size());
  WebSite site{.host = base::FoldedText(address.substr(0, host_end)),
               .path = base::FoldedText(address.substr(host_end))};
  // "http://" or "www./" has no host, so it is treated as plain words.
  if (site.host.empty()) return {.host = base::FoldedText(text)};
  return site;
}

std::string HostTerm(const WebSite& site) { return " " + site.host; }

}  // namespace orgreg::search
