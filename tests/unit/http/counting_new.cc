// SPDX-License-Identifier: EUPL-1.2

#include "unit/http/counting_new.h"

#include <cstdlib>
#include <new>

namespace {

thread_local std::size_t allocations = 0;

}  // namespace

// In a file of its own, so that no caller sees inside the pair and takes a delete of new memory for
// a mistaken free.
void* operator new(std::size_t size) {
  ++allocations;
  if (void* const memory = std::malloc(size)) return memory;
  throw std::bad_alloc();
}

void* operator new(std::size_t size, const std::nothrow_t&) noexcept {
  ++allocations;
  return std::malloc(size);
}

void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }
void operator delete(void* memory, const std::nothrow_t&) noexcept { std::free(memory); }

namespace orgreg::http {

std::size_t AllocationsOfThisThread() { return allocations; }

}  // namespace orgreg::http
