// SPDX-License-Identifier: EUPL-1.2

// Each thread has the working memory of the library once; both forms of the dictionary are shared.

#include "store/packing/packed_text.h"

#include <zstd.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <new>

extern "C" {
extern const char orgreg_dictionary_1[], orgreg_dictionary_1_end[];
}

namespace orgreg::store {
namespace {

// The library's default: higher levels take several times as long for a tenth less.
constexpr int kLevel = 3;
// A shorter text saves little.
constexpr std::size_t kLeastText = 128;
// The longest text that is unpacked. Bodies are far shorter.
constexpr std::size_t kMostText = std::size_t{256} << 20U;
// A block of a frame takes at least four bytes and holds at most 128 KiB of text (RFC
// 8878, 3.1.1.2), so that few damaged bytes cannot take much memory.
constexpr std::size_t kLeastBlock = 4;
constexpr std::size_t kMostInBlock = std::size_t{128} << 10U;

struct Free {
  void operator()(ZSTD_CCtx* context) const { ZSTD_freeCCtx(context); }
  void operator()(ZSTD_DCtx* context) const { ZSTD_freeDCtx(context); }
  void operator()(ZSTD_CDict* dictionary) const { ZSTD_freeCDict(dictionary); }
  void operator()(ZSTD_DDict* dictionary) const { ZSTD_freeDDict(dictionary); }
};

template <typename T>
std::unique_ptr<T, Free> Owned(T* made) {
  if (made == nullptr) throw std::bad_alloc();
  return std::unique_ptr<T, Free>(made);
}

const ZSTD_CDict* PackingForm() {
  const std::string_view bytes = PackingDictionary();
  static const auto form = Owned(ZSTD_createCDict(bytes.data(), bytes.size(), kLevel));
  return form.get();
}

const ZSTD_DDict* UnpackingForm() {
  const std::string_view bytes = PackingDictionary();
  static const auto form = Owned(ZSTD_createDDict(bytes.data(), bytes.size()));
  return form.get();
}

// The frame does not name the dictionary, of which there is only one, and the row has a checksum.
std::unique_ptr<ZSTD_CCtx, Free> MakePacker() {
  auto packer = Owned(ZSTD_createCCtx());
  ZSTD_CCtx_setParameter(packer.get(), ZSTD_c_dictIDFlag, 0);
  ZSTD_CCtx_refCDict(packer.get(), PackingForm());
  return packer;
}

}  // namespace

std::string_view PackingDictionary() {
  return {orgreg_dictionary_1,
          static_cast<std::size_t>(orgreg_dictionary_1_end - orgreg_dictionary_1)};
}

bool PackText(std::string_view text, std::string* packed) {
  packed->clear();
  if (text.size() < kLeastText || text.size() > kMostText) return false;
  thread_local const auto packer = MakePacker();
  packed->resize(ZSTD_compressBound(text.size()));
  const std::size_t size =
      ZSTD_compress2(packer.get(), packed->data(), packed->size(), text.data(), text.size());
  const bool saves = ZSTD_isError(size) == 0 && size < text.size() - text.size() / 4;
  packed->resize(saves ? size : 0);
  return saves;
}

bool UnpackText(std::string_view packed, std::string* text) {
  text->clear();
  const std::uint64_t size = ZSTD_getFrameContentSize(packed.data(), packed.size());
  // The values for an unknown size and for no frame are greater.
  if (size > kMostText || size > packed.size() / kLeastBlock * kMostInBlock) return false;
  thread_local const auto unpacker = Owned(ZSTD_createDCtx());
  text->resize(static_cast<std::size_t>(size));
  const std::size_t unpacked = ZSTD_decompress_usingDDict(
      unpacker.get(), text->data(), text->size(), packed.data(), packed.size(), UnpackingForm());
  return ZSTD_isError(unpacked) == 0 && unpacked == size;
}

}  // namespace orgreg::store
