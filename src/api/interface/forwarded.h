// What proxies write of a request that they pass on, read from its end: each proxy adds at the end
// whom it serves, so the end is all that a trusted proxy answers for, and what stands before it may
// be anything. Pure functions.

#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace orgreg::api {

// The fields that trusted proxies write. Those of the other family come from clients.
enum class ForwardedBy : std::uint8_t {
  kXForwarded,  // X-Forwarded-For, -Host and -Proto
  kForwarded,   // Forwarded (RFC 7239)
};

// One proxy's part of a Forwarded field. What it does not say is empty.
struct ForwardedElement {
  std::string_view client = {};  // for=, without quotes
  std::string_view host = {};
  std::string_view scheme = {};
};

// Takes the last item of a comma-separated list, without the blanks around it.
std::string_view TakeLast(std::string_view* list);

// The same for a Forwarded field, in which commas may stand between quotes. Nothing where the item
// is malformed: then nothing that stands before it may be believed.
std::optional<ForwardedElement> TakeLastElement(std::string_view* list);

// The address in "192.0.2.1", "192.0.2.1:4711", "2001:db8::1", "[2001:db8::1]" or
// "[2001:db8::1]:4711", as it stands there; empty where the text is none of these. A port may also
// be hidden behind a name ("_https", RFC 7239, section 6.2).
std::string_view AddressOf(std::string_view node);

}  // namespace orgreg::api
