// SPDX-License-Identifier: EUPL-1.2

// The state of the register that answers are made from, until another one is published. Safe from
// any thread.

#pragma once

#include <cstdint>
#include <memory>
#include <mutex>
#include <utility>

#include "base/values/wall_clock.h"
#include "search/catalog.h"

namespace orgreg::api {

class CurrentCatalog {
 public:
  using Pointer = std::shared_ptr<const search::Catalog>;

  explicit CurrentCatalog(Pointer catalog)
      : catalog_(std::move(catalog)), published_ms_(base::NowMs()) {}

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
      published_ms_ = base::NowMs();
    }
    // The earlier state is released here, outside the lock.
  }
  // When the present state was published; milliseconds since 1970, UTC.
  std::int64_t published_ms() const {
    const std::lock_guard lock(mutex_);
    return published_ms_;
  }

 private:
  mutable std::mutex mutex_;
  Pointer catalog_;                // Guarded by mutex_.
  std::int64_t published_ms_ = 0;  // The same.
};

}  // namespace orgreg::api
