#include "base/shown_name.h"

#include <algorithm>
#include <cstddef>

namespace orgreg::base {

std::string ShownName(std::string_view name) {
  constexpr std::ptrdiff_t kMostDigits = 5;
  constexpr std::size_t kMostBytes = 64;
  const auto is_digit = [](char c) { return c >= '0' && c <= '9'; };
  const bool is_harmless =
      name.size() <= kMostBytes && std::ranges::count_if(name, is_digit) <= kMostDigits;
  return is_harmless ? std::string(name) : "(name not shown)";
}

}  // namespace orgreg::base
