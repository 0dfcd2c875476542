// SPDX-License-Identifier: EUPL-1.2

// Numbers that only grow, for figures about a running program: any thread reads them, and counting
// waits for no lock. A value that is read may be a moment old.

#pragma once

#include <atomic>
#include <cstdint>

namespace orgreg::base {

// One thread at a time adds to it, which costs no more than to add to a plain number.
class OwnCounter {
 public:
  void Add(std::uint64_t count = 1) {
    value_.store(value_.load(std::memory_order_relaxed) + count, std::memory_order_relaxed);
  }
  std::uint64_t value() const { return value_.load(std::memory_order_relaxed); }

 private:
  std::atomic<std::uint64_t> value_ = 0;
};

// Any thread adds to it, also to a constant one: counting is no change that a caller sees.
class SharedCounter {
 public:
  void Add(std::uint64_t count = 1) const { value_.fetch_add(count, std::memory_order_relaxed); }
  std::uint64_t value() const { return value_.load(std::memory_order_relaxed); }

 private:
  mutable std::atomic<std::uint64_t> value_ = 0;
};

}  // namespace orgreg::base
