// SPDX-License-Identifier: EUPL-1.2

#include "base/values/shown_name.h"

#include <algorithm>
#include <cstddef>

#include "base/values/ascii.h"

namespace orgreg::base {

std::string ShownName(std::string_view name) {
  constexpr std::ptrdiff_t kMostDigits = 5;
  constexpr std::size_t kMostBytes = 64;
  const bool is_harmless =
      name.size() <= kMostBytes && std::ranges::count_if(name, IsDigit) <= kMostDigits;
  return is_harmless ? std::string(name) : "(name not shown)";
}

std::string MaskedNumbers(std::string_view text) {
  constexpr std::size_t kDay = 6;
  constexpr std::size_t kAll = 11;
  std::string masked(text);
  const auto digits_at = [text](std::size_t at) {
    return CountDigits(text.substr(std::min(at, text.size())));
  };
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t count = digits_at(at);
    const std::size_t behind = at + count + 1;
    const std::size_t more = count == kDay ? digits_at(behind) : 0;
    if (count + more >= kAll) {
      masked.replace(at, count, count, '*');
      if (more != 0) masked.replace(behind, more, more, '*');
    }
    at += std::max<std::size_t>(count, 1);
  }
  return masked;
}

}  // namespace orgreg::base
