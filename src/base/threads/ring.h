// SPDX-License-Identifier: EUPL-1.2

// A Ring hands values from one thread to another without a lock and in bounded memory: a writer
// that finds no room is refused, and never waits. One thread writes and one reads at a time.

#pragma once

#include <atomic>
#include <cstddef>
#include <vector>

namespace orgreg::base {

template <typename Value>
class Ring {
 public:
  // Holds as many values at a time; at least 1.
  explicit Ring(std::size_t capacity) : places_(capacity) {}

  // The place to write the next value to, which may hold an earlier one; null if all are taken.
  // Written hands it over.
  Value* Place() {
    const std::size_t written = written_.load(std::memory_order_relaxed);
    const bool has_room = written - read_.load(std::memory_order_acquire) < places_.size();
    return has_room ? &places_[written % places_.size()] : nullptr;
  }
  void Written() {
    written_.store(written_.load(std::memory_order_relaxed) + 1, std::memory_order_release);
  }

  // Calls read(value) for each value that was handed over until now. Returns how many.
  template <typename Read>
  std::size_t ReadAll(Read read) {
    const std::size_t end = written_.load(std::memory_order_acquire);
    const std::size_t begin = read_.load(std::memory_order_relaxed);
    for (std::size_t at = begin; at != end; ++at) {
      read(places_[at % places_.size()]);
      read_.store(at + 1, std::memory_order_release);
    }
    return end - begin;
  }

 private:
  static constexpr std::size_t kCacheLine = 64;

  std::vector<Value> places_;
  // Each is written by one of the two threads.
  alignas(kCacheLine) std::atomic<std::size_t> written_ = 0;
  alignas(kCacheLine) std::atomic<std::size_t> read_ = 0;
};

}  // namespace orgreg::base
