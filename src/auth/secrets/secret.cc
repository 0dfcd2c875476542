// SPDX-License-Identifier: EUPL-1.2

#include "auth/secrets/secret.h"

#include <openssl/crypto.h>
#include <sys/mman.h>

#include <new>
#include <utility>

namespace orgreg::auth {

Secret::Secret(std::size_t size_bytes) {
  if (size_bytes == 0) return;
  void* pages =
      mmap(nullptr, size_bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  // Only a lack of memory can make this fail.
  if (pages == MAP_FAILED) throw std::bad_alloc();
  // Best effort: the limit of locked memory may be small, and the rest protects without it.
  mlock(pages, size_bytes);
  madvise(pages, size_bytes, MADV_DONTDUMP);
  data_ = static_cast<std::uint8_t*>(pages);
  size_bytes_ = size_bytes;
}

Secret::Secret(Secret&& other) noexcept
    : data_(std::exchange(other.data_, nullptr)),
      size_bytes_(std::exchange(other.size_bytes_, 0)) {}

Secret& Secret::operator=(Secret&& other) noexcept {
  if (this == &other) return *this;
  Release();
  data_ = std::exchange(other.data_, nullptr);
  size_bytes_ = std::exchange(other.size_bytes_, 0);
  return *this;
}

Secret::~Secret() { Release(); }

std::string_view Secret::text() const {
  return {reinterpret_cast<const char*>(data_), size_bytes_};
}

void Secret::Release() {
  if (data_ == nullptr) return;
  OPENSSL_cleanse(data_, size_bytes_);
  munmap(data_, size_bytes_);
  data_ = nullptr;
  size_bytes_ = 0;
}

void Wipe(std::string* text) {
  text->resize(text->capacity());
  OPENSSL_cleanse(text->data(), text->size());
  text->clear();
}

}  // namespace orgreg::auth
