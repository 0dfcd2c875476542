// SPDX-License-Identifier: EUPL-1.2

#include "base/values/nearest_name.h"

#include <algorithm>
#include <cstddef>
#include <vector>

#include "base/values/ascii.h"

namespace orgreg::base {
namespace {

bool IsSameLetter(char one, char other) { return ToLower(one) == ToLower(other); }

std::size_t CommonBeginning(std::string_view one, std::string_view other) {
  const auto [end, unused] = std::ranges::mismatch(one, other, IsSameLetter);
  return static_cast<std::size_t>(end - one.begin());
}

// How many letters must be changed, added, left out or exchanged with the next one.
std::size_t Distance(std::string_view from, std::string_view to) {
  const std::size_t width = to.size() + 1;
  std::vector<std::size_t> rows((from.size() + 1) * width);
  const auto at = [&](std::size_t i, std::size_t j) -> std::size_t& { return rows[i * width + j]; };
  for (std::size_t i = 0; i <= from.size(); ++i) at(i, 0) = i;
  for (std::size_t j = 0; j <= to.size(); ++j) at(0, j) = j;
  for (std::size_t i = 1; i <= from.size(); ++i) {
    for (std::size_t j = 1; j <= to.size(); ++j) {
      const std::size_t change = IsSameLetter(from[i - 1], to[j - 1]) ? 0 : 1;
      at(i, j) = std::min({at(i - 1, j) + 1, at(i, j - 1) + 1, at(i - 1, j - 1) + change});
      const bool is_exchange = i > 1 && j > 1 && IsSameLetter(from[i - 1], to[j - 2]) &&
                               IsSameLetter(from[i - 2], to[j - 1]);
      if (is_exchange) at(i, j) = std::min(at(i, j), at(i - 2, j - 2) + 1);
    }
  }
  return at(from.size(), to.size());
}

}  // namespace

std::string_view NearestName(std::string_view typed, std::span<const std::string_view> names) {
  constexpr std::size_t kLongest = 100;
  if (typed.size() > kLongest) return {};
  std::string_view nearest;
  std::size_t least = std::max<std::size_t>(1, typed.size() / 3) + 1;
  for (const std::string_view name : names) {
    // A word does not stand for an option, nor an option for a word.
    if (typed.starts_with('-') != name.starts_with('-')) continue;
    const bool is_too_long = name.size() >= typed.size() + least;
    if (is_too_long || name.size() + least <= typed.size()) continue;
    const std::size_t distance = Distance(typed, name);
    const bool is_nearer =
        distance < least || (distance == least && !nearest.empty() &&
                             CommonBeginning(typed, name) > CommonBeginning(typed, nearest));
    if (!is_nearer) continue;
    least = distance;
    nearest = name;
  }
  return nearest;
}

}  // namespace orgreg::base
