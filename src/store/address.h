// SPDX-License-Identifier: EUPL-1.2

// The address of a store: the path of a file, or the URI of a database of PostgreSQL. A password in
// a URI is never shown. Pure; safe from any thread.

#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "store/open_options.h"

namespace orgreg::store {

// The text begins as a URI of PostgreSQL does.
bool IsPostgresql(std::string_view text);

// The address that the text gives: a URI of PostgreSQL, else a path.
StoreAddress ParseAddress(std::string text);

// The address as text for people, with *** in place of a password.
std::string Shown(const StoreAddress& address);
std::string ShownUri(std::string_view uri);

// The URI has a password in it. Every user of the machine sees the words of a command, so no
// command takes such a URI as a word; it says why.
bool HasPassword(std::string_view uri);
inline constexpr std::string_view kPasswordIsSeen =
    "a password on the command line can be read by others; put it into the file ~/.pgpass, or name "
    "another one with passfile=FILE in the address";

// Characters of the password are not encoded, so that libraries take a part of it for the host, and
// show that. Such a URI must not be given to them.
bool IsAmbiguous(std::string_view uri);

// The files that libpq reads by itself for this URI, some of which may not exist: those that the
// URI or the environment names, and those of the home folder.
struct ClientFiles {
  std::vector<std::string> named = {};
  std::vector<std::string> of_home = {};
};
ClientFiles ClientFilesOf(std::string_view uri);

// The text with *** in place of each password of the URI: for messages of libraries.
std::string WithoutPasswords(std::string text, std::string_view uri);

}  // namespace orgreg::store
