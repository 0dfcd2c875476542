// SPDX-License-Identifier: EUPL-1.2

// Writes a feed in the Atom Syndication Format (RFC 4287). All texts are escaped. Pure; safe from
// any thread.

#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/values/timestamp.h"

namespace orgreg::api {

struct AtomEntry {
  std::string id = {};  // An IRI that no other entry has, and that stays.
  std::string title = {};
  std::string summary = {};
  std::string_view category = {};  // A word for programs.
  base::Timestamp updated = {};
  std::string link = {};  // To a page for people; absolute.
};

struct AtomFeed {
  std::string id = {};
  std::string_view language = {};
  std::string title = {};
  std::string author = {};
  base::Timestamp updated = {};
  std::string self = {};  // Absolute, as the next.
  std::string page = {};  // The same for people.
  std::vector<AtomEntry> entries = {};
};

void AppendAtom(const AtomFeed& feed, std::string* xml);

}  // namespace orgreg::api
