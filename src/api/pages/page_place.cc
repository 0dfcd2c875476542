// SPDX-License-Identifier: EUPL-1.2

#include "api/pages/page_place.h"

#include <algorithm>

namespace orgreg::api {

std::string PagePlace::InLanguage(PageLanguage other) const {
  std::string link = root;
  link.append(CodeOf(other)).append(path.empty() ? "/" : path);
  return link;
}

std::string_view BelowRoot(std::string_view path, std::string_view pages_root) {
  if (path.starts_with(pages_root)) path.remove_prefix(pages_root.size());
  return path;
}

PagePlace PlaceOf(const http::Request& request, std::string_view pages_root) {
  const std::string_view path = BelowRoot(request.path, pages_root);
  PagePlace place{.language = PageLanguageFor(request), .path = path};
  const auto levels = std::ranges::count(path, '/');
  for (auto level = levels; level > 1; --level) place.root.append("../");
  if (place.root.empty()) place.root = "./";
  place.home = place.root;
  const std::string_view first = path.substr(0, path.find('/', 1)).substr(path.empty() ? 0 : 1);
  if (const auto language = LanguageWithCode(first)) {
    place.language = *language;
    place.names_language = true;
    place.path.remove_prefix(first.size() + 1);
    place.home.append(first).append("/");
  }
  return place;
}

}  // namespace orgreg::api
