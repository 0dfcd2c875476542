// SPDX-License-Identifier: EUPL-1.2

// The address of a server and of what is asked from it: http or https, a host, a port and a target.
// Strict: characters that an address may not hold are refused, never repaired. Pure functions, safe
// from any thread.

#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "base/result.h"

namespace orgreg::http {

struct Url {
  bool is_tls = false;         // https
  std::string host = {};       // a name, or an IP address without brackets
  std::uint16_t port = 0;      // as given, else that of the scheme
  bool names_port = false;     // the address names its port
  std::string target = "/";    // the path and the query, without the fragment
  bool has_user_info = false;  // there is an @, perhaps after nothing
  std::string user_info = {};  // the text before it, with its escapes
};

// kInvalid for other schemes and for what is not an address. The message repeats neither the
// address nor its user information, which may be secret.
base::Result<Url> ParseUrl(std::string_view text);

// The name "localhost" or a loopback address.
bool IsLoopback(std::string_view host);

bool IsIpAddress(std::string_view host);

// HOST:PORT, an IPv6 address in brackets.
std::string HostAndPort(const Url& url);

// The value of the Host field: without the port of the scheme.
std::string HostField(const Url& url);

}  // namespace orgreg::http
