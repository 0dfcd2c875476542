// SPDX-License-Identifier: EUPL-1.2

#include "store/steps/stream_hash.h"

#include <xxhash.h>

#include <new>

namespace orgreg::store {

void StreamHash::Free::operator()(XXH3_state_s* state) const { XXH3_freeState(state); }

StreamHash::StreamHash() : state_(XXH3_createState()) {
  if (!state_) throw std::bad_alloc();
  Reset();
}

void StreamHash::Reset() { XXH3_64bits_reset(state_.get()); }

void StreamHash::Add(std::string_view bytes) {
  XXH3_64bits_update(state_.get(), bytes.data(), bytes.size());
}

std::uint64_t StreamHash::Digest() const { return XXH3_64bits_digest(state_.get()); }

}  // namespace orgreg::store
