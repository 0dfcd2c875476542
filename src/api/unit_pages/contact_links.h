// SPDX-License-Identifier: EUPL-1.2

// Addresses in a record that may become links: what is not surely one stays text, because records
// hold whatever people have typed. Pure; safe from any thread.

#pragma once

#include <string>
#include <string_view>

namespace orgreg::api {

// The http or https address of a website, with a scheme if it has none: "www.example.no" gives
// "https://www.example.no". Empty if it is no web address of a public host: another scheme, a user
// name, a space or a sign that cannot be seen, a host without a point.
std::string WebLink(std::string_view website);

// True for one plain mail address: no display name, no list, no parameters.
bool IsMailAddress(std::string_view text);

// The number for a tel: link, with a + before the country's code if there is one; empty if the text
// is not 3 to 15 digits with the usual signs between them.
std::string DialNumber(std::string_view phone);

}  // namespace orgreg::api
