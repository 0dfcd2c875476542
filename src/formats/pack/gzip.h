// SPDX-License-Identifier: EUPL-1.2

// gzip for the bodies of HTTP responses: one call, fast rather than small. The same text always
// gives the same bytes (no time, no file name), so that an ETag may name them. Safe from any
// thread: each keeps its working memory. Unpacking is in byte_source.h.

#pragma once

#include <string>
#include <string_view>

namespace orgreg::formats {

// Replaces *packed with the gzip form of `text`, which is shorter than 4 GiB. Allocates nothing
// once `packed` has the size of a usual response.
void GzipCompress(std::string_view text, std::string* packed);

}  // namespace orgreg::formats
