// SPDX-License-Identifier: EUPL-1.2

// A value that is computed from the code lists: made at the first call, and made again after other
// lists are installed. Earlier values are kept, as the lists are, so that references to them stay
// valid. Safe from any thread; costs two loads while the lists are the same.

#pragma once

#include <atomic>
#include <memory>
#include <mutex>
#include <vector>

#include "model/codes/code_list_set.h"

namespace orgreg::model {

template <typename Value>
class PerCodeLists {
 public:
  // A function that reads the installed lists.
  using Make = Value (*)();

  explicit PerCodeLists(Make make) : make_(make) {}

  const Value& Get() {
    const CodeLists* const lists = &CurrentCodeLists();
    const Made* made = newest_.load(std::memory_order_acquire);
    if (made != nullptr && made->lists == lists) return made->value;
    const std::lock_guard lock(mutex_);
    made = newest_.load(std::memory_order_acquire);
    if (made != nullptr && made->lists == lists) return made->value;
    // If other lists were installed meanwhile, the next call makes the value again.
    kept_.push_back(std::make_unique<const Made>(Made{.lists = lists, .value = make_()}));
    newest_.store(kept_.back().get(), std::memory_order_release);
    return kept_.back()->value;
  }

 private:
  struct Made {
    const CodeLists* lists = nullptr;
    Value value;
  };

  Make make_;
  std::mutex mutex_;
  std::vector<std::unique_ptr<const Made>> kept_;
  std::atomic<const Made*> newest_ = nullptr;
};

}  // namespace orgreg::model
