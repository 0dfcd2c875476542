// SPDX-License-Identifier: EUPL-1.2

// The files of web/ and docs/guide that the build made and the program holds: pages, style sheets,
// scripts and images, as text and packed with gzip. Constants, found at first use; safe from any
// thread.

#pragma once

#include <cstdint>
#include <string_view>

namespace orgreg::api {

struct SiteFile {
  std::string_view path = {};  // From the root of the server.
  std::string_view text = {};
  std::string_view packed = {};
  std::uint64_t fingerprint = 0;  // Of the text.
};

// Null if there is none.
const SiteFile* FindSiteFile(std::string_view path);

}  // namespace orgreg::api
