// SPDX-License-Identifier: EUPL-1.2

// Splits the request target into host, path and query (RFC 9112, section 3.2).

#pragma once

#include <string>
#include <string_view>

#include "http/message/request.h"

namespace orgreg::http {

// Fills raw_path, path, is_decodable, query and has_query of `request` from its target and
// method, and host if the target is absolute. `decoded` is where a path with escapes is decoded
// into. False if the target has none of the forms the method may have.
bool SplitTarget(Request* request, std::string* decoded);

// Returns true if the text of a path decodes to UTF-8 without NUL.
bool IsDecodable(std::string_view raw);

// Returns true if the text is valid in a Host field: a name or address and an optional port.
bool IsHost(std::string_view text);

}  // namespace orgreg::http
