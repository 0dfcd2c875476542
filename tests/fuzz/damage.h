// SPDX-License-Identifier: EUPL-1.2

// What disks do to files, chosen by the bytes of a fuzzer, for targets that read their own files.
// One thread.

#pragma once

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <span>
#include <string>
#include <string_view>

namespace fuzz {

inline void Demand(bool holds) {
  if (!holds) std::abort();
}

inline std::string ReadFile(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
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

// A file that is damaged anew for each input. Only the parts that differ from what it had before
// are written, because to write and map all of it anew takes most of the time of an input.
class DamagedFile {
 public:
  explicit DamagedFile(const std::string& path)
      : sound_(ReadFile(path)),
        bytes_(sound_),
        written_(sound_),
        descriptor_(open(path.c_str(), O_WRONLY | O_CLOEXEC)) {
    Demand(!sound_.empty() && descriptor_ >= 0);
  }
  ~DamagedFile() { close(descriptor_); }
  DamagedFile(const DamagedFile&) = delete;
  DamagedFile& operator=(const DamagedFile&) = delete;

  // Damages the sound file as `choice` says (Damage). True if it differs from that then.
  bool Become(std::span<const std::uint8_t> choice, std::size_t page_bytes) {
    bytes_ = sound_;
    Damage(choice, page_bytes, &bytes_);
    Write();
    return bytes_ != sound_;
  }

 private:
  void Write() {
    constexpr std::size_t kPart = 4096;
    if (bytes_.size() != written_.size()) {
      Demand(ftruncate(descriptor_, static_cast<off_t>(bytes_.size())) == 0);
      written_.resize(bytes_.size());
    }
    for (std::size_t at = 0; at < bytes_.size(); at += kPart) {
      const std::string_view part = std::string_view(bytes_).substr(at, kPart);
      if (part == std::string_view(written_).substr(at, kPart)) continue;
      Demand(pwrite(descriptor_, part.data(), part.size(), static_cast<off_t>(at)) ==
             static_cast<ssize_t>(part.size()));
      written_.replace(at, part.size(), part);
    }
  }

  std::string sound_;
  std::string bytes_;
  std::string written_;
  int descriptor_;
};

}  // namespace fuzz
