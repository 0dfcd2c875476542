// SPDX-License-Identifier: EUPL-1.2

// Base64 (RFC 4648) with its two alphabets. Decoding is strict: each sequence of bytes has exactly
// one text, the one that encoding gives. Pure functions, safe from any thread.

#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace orgreg::formats {

// Uses the standard alphabet, with padding (section 4).
std::string EncodeBase64(std::string_view bytes);
// Nothing if EncodeBase64 never gives `text`: other characters, missing padding, or leftover bits
// that are not zero.
std::optional<std::string> DecodeBase64(std::string_view text);

// Uses the alphabet for URLs, without padding (section 5; RFC 7515, section 2).
std::string EncodeBase64Url(std::string_view bytes);
// The same for the text of EncodeBase64Url. So two different texts are never the same token.
std::optional<std::string> DecodeBase64Url(std::string_view text);

}  // namespace orgreg::formats
