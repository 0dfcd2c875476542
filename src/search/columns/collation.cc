// SPDX-License-Identifier: EUPL-1.2

#include "search/columns/collation.h"

#include <unicode/ucol.h>
#include <unicode/uiter.h>

#include <array>
#include <cassert>
#include <cstdint>
#include <iterator>

namespace orgreg::search {

struct Collation::Collator {
  UCollator* handle = nullptr;
  ~Collator() { ucol_close(handle); }
};

Collation::Collation() : collator_(std::make_unique<Collator>()) {
  UErrorCode status = U_ZERO_ERROR;
  collator_->handle = ucol_open("nb_NO", &status);
  assert(U_SUCCESS(status));
}
Collation::~Collation() = default;

std::string Collation::Version() {
  const Collation collation;
  UVersionInfo version = {};
  ucol_getVersion(collation.collator_->handle, version);
  return {std::begin(version), std::end(version)};
}

std::string Collation::Key(std::string_view text) const {
  UCharIterator iterator;
  uiter_setUTF8(&iterator, text.data(), static_cast<std::int32_t>(text.size()));
  std::array<std::uint32_t, 2> state = {};
  std::array<std::uint8_t, 256> part = {};
  std::string key;
  while (true) {
    UErrorCode status = U_ZERO_ERROR;
    const std::int32_t length =
        ucol_nextSortKeyPart(collator_->handle, &iterator, state.data(), part.data(),
                             static_cast<std::int32_t>(part.size()), &status);
    assert(U_SUCCESS(status));
    key.append(reinterpret_cast<const char*>(part.data()), static_cast<std::size_t>(length));
    if (length < static_cast<std::int32_t>(part.size())) return key;
  }
}

}  // namespace orgreg::search
