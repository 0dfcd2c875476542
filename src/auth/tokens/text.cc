// SPDX-License-Identifier: EUPL-1.2

#include "auth/tokens/text.h"

#include <cstddef>

namespace orgreg::auth {

std::optional<TokenParts> SplitToken(std::string_view token) {
  const std::size_t first = token.find('.');
  if (first == std::string_view::npos) return std::nullopt;
  const std::size_t second = token.find('.', first + 1);
  if (second == std::string_view::npos) return std::nullopt;
  if (token.find('.', second + 1) != std::string_view::npos) return std::nullopt;
  const TokenParts parts = {.header = token.substr(0, first),
                            .payload = token.substr(first + 1, second - first - 1),
                            .signature = token.substr(second + 1),
                            .signed_text = token.substr(0, second)};
  if (parts.header.empty() || parts.payload.empty() || parts.signature.empty()) return std::nullopt;
  return parts;
}

}  // namespace orgreg::auth
