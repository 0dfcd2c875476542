// SPDX-License-Identifier: EUPL-1.2

// Percent-encoding (RFC 3986, section 2.1), both ways. Pure functions; safe from any thread.

#pragma once

#include <string>
#include <string_view>

namespace orgreg::base {

// The meaning of a '+': itself in a path, a space in a query as forms send it.
enum class Plus { kLiteral, kSpace };

// Appends the decoded text to `out`, never longer than `text`. False where a '%' is not
// followed by two hexadecimal digits; `out` then holds what came before it.
bool PercentDecode(std::string_view text, Plus plus, std::string* out);

// Appends `text` as it may stand in one path segment or query value: letters, digits and
// -._~ stay, every other byte is encoded.
void AppendPercentEncoded(std::string_view text, std::string* out);

// Appends a query as it was received so that it can be repeated inside a URL: what RFC
// 3986 allows in a query stays to the byte, escapes included; all else (quotes, angle
// brackets, spaces, controls, bytes over 127, a '%' that begins no escape) is encoded.
void AppendSafeQuery(std::string_view raw_query, std::string* out);

}  // namespace orgreg::base
