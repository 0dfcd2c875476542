// SPDX-License-Identifier: EUPL-1.2

#include "api/pages/page_place.h"

#include <algorithm>

namespace orgreg::api {
namespace {

// Takes the language that the first part of the path names, if it names one.
void TakeLanguage(std::string_view path, PagePlace* place) {
  if (!path.starts_with('/')) return;
  path.remove_prefix(1);
  const auto named = LanguageWithCode(path.substr(0, path.find('/')));
  if (!named) return;
  place->language = *named;
  place->names_language = true;
  place->home.append(CodeOf(*named)).append("/");
}

}  // namespace

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
  TakeLanguage(path, &place);
  if (place.names_language) place.path.remove_prefix(CodeOf(place.language).size() + 1);
  return place;
}

PagePlace PlaceElsewhere(const http::Request& request, std::string_view pages_root) {
  PagePlace place{.language = PageLanguageFor(request)};
  // As the browser sees the address: an encoded slash is none.
  const auto levels = std::ranges::count(request.raw_path, '/');
  for (auto level = levels; level > 1; --level) place.root.append("../");
  if (!pages_root.empty()) place.root.append(pages_root.substr(1)).append("/");
  if (place.root.empty()) place.root = "./";
  place.home = place.root;
  if (request.path.starts_with(pages_root))
    TakeLanguage(request.path.substr(pages_root.size()), &place);
  return place;
}

}  // namespace orgreg::api
