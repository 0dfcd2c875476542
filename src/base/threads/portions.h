// SPDX-License-Identifier: EUPL-1.2

// Values that one thread makes and another takes, in portions. A taken portion comes back to the
// maker, which fills it again: so the thread that allocates the memory of a value also frees it,
// and values that keep their memory allocate little. A portion costs two locks, so it should hold
// some work.
//
// The maker calls Add and Send, the taker TakeAll; either may close the portions, which ends both.

#pragma once

#include <array>
#include <cstddef>
#include <memory>
#include <utility>

#include "base/result.h"
#include "base/threads/channel.h"

namespace orgreg::base {

template <typename T>
class Portions {
 public:
  static constexpr std::size_t kValues = 64;   // Of a portion.
  static constexpr std::size_t kUnderWay = 4;  // Portions, full and empty.

  Portions() {
    for (std::size_t made = 0; made < kUnderWay; ++made) empty_.Send(std::make_unique<Portion>());
  }

  // The place for the next value, which still has an earlier one. Null if the portions are closed.
  // The value counts once it is kept.
  T* Place() {
    if (!filled_) {
      filled_ = empty_.Receive().value_or(nullptr);
      if (!filled_) return nullptr;
      filled_->count = 0;
    }
    return &filled_->values[filled_->count];
  }
  // Keeps the value of the last Place. False if the portions are closed.
  bool Keep() { return ++filled_->count < kValues || Send(); }
  // Hands on the values so far.
  bool Send() { return !filled_ || full_.Send(std::move(filled_)); }

  // Calls `take` for each value, until it fails or the portions are closed and all values that were
  // sent are taken.
  template <typename Take>
  Status TakeAll(const Take& take) {
    while (Pointer portion = full_.Receive().value_or(nullptr)) {
      for (std::size_t at = 0; at < portion->count; ++at) {
        TRY(take(&portion->values[at]));
      }
      empty_.Send(std::move(portion));
    }
    return {};
  }

  void Close() {
    empty_.Close();
    full_.Close();
  }

 private:
  struct Portion {
    std::array<T, kValues> values = {};
    std::size_t count = 0;
  };
  using Pointer = std::unique_ptr<Portion>;

  Channel<Pointer> empty_ = Channel<Pointer>(kUnderWay);
  Channel<Pointer> full_ = Channel<Pointer>(kUnderWay);
  Pointer filled_ = {};  // Used by the maker.
};

}  // namespace orgreg::base
