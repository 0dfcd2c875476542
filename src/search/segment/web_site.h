// SPDX-License-Identifier: EUPL-1.2

// Web addresses for search: a host and a path, without the parts that people add or leave out. The
// index and the query use the same functions. Pure; any thread.

#pragma once

#include <string>
#include <string_view>

namespace orgreg::search {

// Folded words (base/values/fold.h) with one space between them. The scheme and a leading "www."
// belong to neither part; a final slash is not a path.
struct WebSite {
  std::string host = {};
  std::string path = {};  // With a query or a fragment after it.
};
WebSite CutWebSite(std::string_view text);

// The term of a site that consists of its host alone. It differs from every word.
std::string HostTerm(const WebSite& site);

}  // namespace orgreg::search
