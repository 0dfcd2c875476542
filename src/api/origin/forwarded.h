// SPDX-License-Identifier: EUPL-1.2

// The fields that proxies add to a forwarded request, read from their end: each proxy adds its
// client at the end, so a trusted proxy answers only for the end, and the text before it may be
// anything. Pure functions.

#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace orgreg::api {

// The fields that trusted proxies write. Fields of the other family come from clients.
enum class ForwardedBy : std::uint8_t {
  kXForwarded,  // X-Forwarded-For, -Host and -Proto
  kForwarded,   // Forwarded (RFC 7239)
};

// One proxy's part of a Forwarded field. Missing members are empty.
struct ForwardedElement {
  std::string_view client = {};  // for=, without quotes
  std::string_view host = {};
  std::string_view scheme = {};
};

// Takes the last item of a comma-separated list, without the blanks around it.
std::string_view TakeLast(std::string_view* list);

// The same for a Forwarded field, in which commas may occur between quotes. Nothing if the item is
// malformed: then nothing before it may be believed.
std::optional<ForwardedElement> TakeLastElement(std::string_view* list);

// The address in "192.0.2.1", "192.0.2.1:4711", "2001:db8::1", "[2001:db8::1]" or
// "[2001:db8::1]:4711", as it is written; empty if the text is none of these. A port may also be
// hidden behind a name ("_https", RFC 7239, section 6.2).
std::string_view AddressOf(std::string_view node);

}  // namespace orgreg::api
