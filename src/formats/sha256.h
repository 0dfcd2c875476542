// SPDX-License-Identifier: EUPL-1.2

// Computes the SHA-256 of bytes that come in parts. One thread at a time.

#pragma once

#include <memory>
#include <string>
#include <string_view>

namespace orgreg::formats {

class Sha256 {
 public:
  Sha256();
  ~Sha256();
  Sha256(const Sha256&) = delete;
  Sha256& operator=(const Sha256&) = delete;

  void Add(std::string_view bytes);
  // Returns 64 hexadecimal digits. Nothing is added after it.
  std::string Finish();

 private:
  struct State;  // Keeps OpenSSL out of this header.
  std::unique_ptr<State> state_;
};

}  // namespace orgreg::formats
