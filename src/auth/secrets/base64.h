// Base64 with the standard alphabet (RFC 4648, section 4). Pure functions, safe from any thread.

#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace orgreg::auth {

// With padding.
std::string EncodeBase64(std::string_view bytes);

// Nothing unless `text` is the one text that EncodeBase64 makes of the bytes: padded, no other
// character, no bits left over that are not zero.
std::optional<std::string> DecodeBase64(std::string_view text);

}  // namespace orgreg::auth
