// SPDX-License-Identifier: EUPL-1.2

// Bytes that must not outlive their use: keys, and files of keys. They have pages of their own that
// are wiped before they are freed, kept out of core dumps and, if the limit of locked memory allows
// it, out of swap. Each takes a page, so there should be a few dozen, not one for each request.
// Wipe() is for short-lived text that held a secret or an identification number.
//
// A Secret does not change after it was filled; then any number of threads may read it.

#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace orgreg::auth {

class Secret {
 public:
  Secret() = default;
  // `size_bytes` zeroes.
  explicit Secret(std::size_t size_bytes);
  Secret(Secret&& other) noexcept;
  Secret& operator=(Secret&& other) noexcept;
  ~Secret();

  std::span<std::uint8_t> bytes() { return {data_, size_bytes_}; }
  std::span<const std::uint8_t> bytes() const { return {data_, size_bytes_}; }
  std::string_view text() const;

 private:
  void Release();

  std::uint8_t* data_ = nullptr;  // From mmap.
  std::size_t size_bytes_ = 0;
};

// Overwrites the whole capacity and empties the text.
void Wipe(std::string* text);

}  // namespace orgreg::auth
