// SPDX-License-Identifier: EUPL-1.2

// Where the page of a request is: the language that its address names, and how links lead from it.
// Pages lie below a path of the operator's choice; below that may stand a language:
//
//   /unit/912345678         the language follows Accept-Language
//   /nn/unit/912345678      Nynorsk
//
// Links are relative, so they also work behind a proxy that puts a path of its own before them.
// Pure; safe from any thread.

#pragma once

#include <string>
#include <string_view>

#include "api/pages/page_language.h"
#include "http/message/request.h"

namespace orgreg::api {

struct PagePlace {
  PageLanguage language = PageLanguage::kBokmaal;
  bool names_language = false;  // In the address.
  std::string_view path = {};   // Without the pages' root and the language: "/unit/912345678".
  std::string root = {};        // A link to the pages' root: "../".
  std::string home = {};        // The same, in the language of the address: "../../nn/".

  // A link to the same page in this language, without the query.
  std::string InLanguage(PageLanguage other) const;
};

// `pages_root` is empty, or begins with '/' and does not end with it.
PagePlace PlaceOf(const http::Request& request, std::string_view pages_root);

// The place of an address that has no page: links lead to the pages from there, and the path is
// empty.
PagePlace PlaceElsewhere(const http::Request& request, std::string_view pages_root);

// A path without the pages' root.
std::string_view BelowRoot(std::string_view path, std::string_view pages_root);

}  // namespace orgreg::api
