// SPDX-License-Identifier: EUPL-1.2

// Which bytes an IRI in UTF-8 may have (RFC 3987, and IRIREF of RDF 1.1 Turtle). Pure; safe from
// any thread.

#pragma once

#include <string_view>

namespace orgreg::base {

constexpr bool MayBeInIri(char c) {
  const auto byte = static_cast<unsigned char>(c);
  return byte > ' ' && byte != 0x7F &&
         std::string_view("<>\"{}|^`\\").find(c) == std::string_view::npos;
}

}  // namespace orgreg::base
