// Addresses on the web as search sees them: a host and a path, without what people add or
// leave out. The index and the query go through the same functions. Pure; any thread.

#pragma once

#include <string>
#include <string_view>

namespace orgreg::search {

// Folded words (base/values/fold.h) with one space between them. The scheme and a leading "www."
// belong to neither part; a final slash makes no path.
struct WebSite {
  std::string host = {};
  std::string path = {};  // With what follows it: a query or a fragment.
};
WebSite CutWebSite(std::string_view text);

// The term of a site that is its host alone. No word is like it.
std::string HostTerm(const WebSite& site);

}  // namespace orgreg::search
