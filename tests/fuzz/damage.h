// SPDX-License-Identifier: EUPL-1.2

// What disks do to files, chosen by the bytes of a fuzzer, for targets that read their own files.
// One thread.

#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <span>
#include <string>

namespace fuzz {

inline void Demand(bool holds) {
  if (!holds) std::abort();
}

inline std::string ReadFile(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

inline void WriteFile(const std::string& path, const std::string& bytes) {
  std::ofstream file(path, std::ios::binary | std::ios::trunc);
  file << bytes;
  Demand(file.good());
}

// A damage of one kind, at a place; `more` chooses its extent, or another place.
struct OneDamage {
  unsigned kind = 0;
  std::size_t at = 0;
  std::size_t more = 0;
};

// No damage writes a value that is longer than a byte, so that a fuzzer that sees checksums
// compared cannot write a right one.
inline void Apply(const OneDamage& damage, std::size_t page_bytes, std::string* bytes) {
  const auto [kind, at, more] = damage;
  const std::size_t page = at / page_bytes * page_bytes;
  const std::size_t other = more * page_bytes % bytes->size() / page_bytes * page_bytes;
  const auto here = bytes->begin() + static_cast<std::ptrdiff_t>(page);
  const auto there = bytes->begin() + static_cast<std::ptrdiff_t>(other);
  const std::size_t rest = bytes->size() - std::max(page, other);
  const auto both = static_cast<std::ptrdiff_t>(std::min(page_bytes, rest));
  switch (kind % 6) {
    case 0:
      (*bytes)[at] = static_cast<char>((*bytes)[at] ^ (1 << more % 8));
      break;
    case 1:
      std::fill_n(here, std::min(page_bytes, bytes->size() - page), '\0');
      break;
    case 2:
      if (page != other) std::swap_ranges(here, here + both, there);
      break;
    case 3:
      if (page != other) std::copy_n(there, both, here);
      break;
    case 4:
      bytes->resize(at);
      break;
    default:
      bytes->append(more % (2 * page_bytes), static_cast<char>(at));
  }
}

// Each six bytes of `choice` are a damage: its kind, its place (three bytes) and a further number.
// Pages of `page_bytes` are zeroed, swapped and put in place of others.
inline void Damage(std::span<const std::uint8_t> choice, std::size_t page_bytes,
                   std::string* bytes) {
  constexpr std::size_t kEach = 6;
  const auto number = [&](std::size_t high, std::size_t low) {
    return std::size_t{256} * choice[high] + choice[low];
  };
  for (; choice.size() >= kEach && !bytes->empty(); choice = choice.subspan(kEach)) {
    const std::size_t place = 65536 * std::size_t{choice[1]} + number(2, 3);
    Apply({.kind = choice[0], .at = place % bytes->size(), .more = number(4, 5)}, page_bytes,
          bytes);
  }
}

}  // namespace fuzz
