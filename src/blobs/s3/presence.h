// SPDX-License-Identifier: EUPL-1.2

// Whether a store answers. While it does not, one caller at a time tries again and the others are
// refused at once, so that threads do not wait for a dead store one behind the other. Safe from any
// thread.

#pragma once

#include <mutex>

namespace orgreg::blobs {

class Presence {
 public:
  // False if the caller should not ask now. After true, Note is called once.
  bool MayAsk() {
    const std::lock_guard lock(mutex_);
    if (!is_away_) return true;
    if (is_tried_) return false;
    is_tried_ = true;
    return true;
  }

  void Note(bool has_answered) {
    const std::lock_guard lock(mutex_);
    is_away_ = !has_answered;
    is_tried_ = false;
  }

  bool is_away() const {
    const std::lock_guard lock(mutex_);
    return is_away_;
  }

 private:
  mutable std::mutex mutex_;
  bool is_away_ = false;   // Guarded by mutex_, as is is_tried_.
  bool is_tried_ = false;  // by one caller, while it is away
};

}  // namespace orgreg::blobs
