// SPDX-License-Identifier: EUPL-1.2

#include "formats/sha256.h"

#include <openssl/evp.h>

#include <array>
#include <cstdint>
#include <new>

#include "base/values/ascii.h"

namespace orgreg::formats {

struct Sha256::State {
  EVP_MD_CTX* context = EVP_MD_CTX_new();
  State() = default;
  State(const State&) = delete;
  State& operator=(const State&) = delete;
  ~State() { EVP_MD_CTX_free(context); }
};

// Only a lack of memory can make this fail.
Sha256::Sha256() : state_(std::make_unique<State>()) {
  const bool begun =
      state_->context != nullptr && EVP_DigestInit_ex(state_->context, EVP_sha256(), nullptr) == 1;
  if (!begun) throw std::bad_alloc();
}
Sha256::~Sha256() = default;

void Sha256::Add(std::string_view bytes) {
  EVP_DigestUpdate(state_->context, bytes.data(), bytes.size());
}

std::string Sha256::Finish() {
  std::array<std::uint8_t, EVP_MAX_MD_SIZE> digest = {};
  unsigned size = 0;
  EVP_DigestFinal_ex(state_->context, digest.data(), &size);
  return base::ToHex({reinterpret_cast<const char*>(digest.data()), size});
}

}  // namespace orgreg::formats
