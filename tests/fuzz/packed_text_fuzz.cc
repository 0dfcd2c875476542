// SPDX-License-Identifier: EUPL-1.2

// Unpacks bodies of the store: any bytes are unpacked or refused. What is unpacked, and the bytes
// themselves, can be packed and are then unpacked to the same text.

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "store/packing/packed_text.h"

namespace {

using orgreg::store::PackText;
using orgreg::store::UnpackText;

void Demand(bool holds) {
  if (!holds) std::abort();
}

void PackAndUnpack(std::string_view text) {
  std::string packed = "before";
  if (!PackText(text, &packed)) return Demand(packed.empty());
  Demand(packed.size() < text.size());
  std::string again;
  Demand(UnpackText(packed, &again) && again == text);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  PackAndUnpack(bytes);
  std::string text;
  if (UnpackText(bytes, &text)) PackAndUnpack(text);
  return 0;
}
