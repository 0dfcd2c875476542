// SPDX-License-Identifier: EUPL-1.2

// The hash of the bytes of a step, XXH3-64, as they go by. Internal to store/steps; one thread at a
// time.

#pragma once

#include <cstdint>
#include <memory>
#include <string_view>

// The library's state, as its header declares it.
struct XXH3_state_s;

namespace orgreg::store {

class StreamHash {
 public:
  // Throws std::bad_alloc.
  StreamHash();

  // Begins anew.
  void Reset();
  void Add(std::string_view bytes);
  std::uint64_t Digest() const;

 private:
  struct Free {
    void operator()(XXH3_state_s* state) const;
  };
  std::unique_ptr<XXH3_state_s, Free> state_;
};

}  // namespace orgreg::store
