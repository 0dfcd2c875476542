// SPDX-License-Identifier: EUPL-1.2

// The state of the register that answers are made from, until another one is published. Safe from
// any thread.

#pragma once

#include <memory>
#include <mutex>
#include <utility>

#include "search/catalog.h"

namespace orgreg::api {

class CurrentCatalog {
 public:
  using Pointer = std::shared_ptr<const search::Catalog>;

  explicit CurrentCatalog(Pointer catalog) : catalog_(std::move(catalog)) {}

  // Null before the first catalog.
  Pointer Get() const {
    const std::lock_guard lock(mutex_);
    return catalog_;
  }
  // From now on answers use this state. Answers in progress keep theirs.
  void Publish(Pointer catalog) {
    {
      const std::lock_guard lock(mutex_);
      catalog_.swap(catalog);
    }
    // The earlier state is released here, outside the lock.
  }

 private:
  mutable std::mutex mutex_;
  Pointer catalog_;  // Guarded by mutex_.
};

}  // namespace orgreg::api
