// SPDX-License-Identifier: EUPL-1.2

// One thread at a time has its turn; others wait for it, but not for long. Safe from any thread.

#pragma once

#include <chrono>
#include <condition_variable>
#include <mutex>

namespace orgreg::blobs {

class Turns {
 public:
  // Has the turn until it is destroyed, unless none came in time.
  class Turn {
   public:
    Turn(Turns* turns, std::chrono::milliseconds wait)
        : turns_(turns), is_mine_(turns->Take(wait)) {}
    ~Turn() {
      if (is_mine_) turns_->GiveBack();
    }
    Turn(const Turn&) = delete;
    Turn& operator=(const Turn&) = delete;

    bool is_mine() const { return is_mine_; }

   private:
    Turns* const turns_;
    const bool is_mine_;
  };

 private:
  bool Take(std::chrono::milliseconds wait) {
    std::unique_lock lock(mutex_);
    if (!is_free_now_.wait_for(lock, wait, [this] { return !is_taken_; })) return false;
    is_taken_ = true;
    return true;
  }
  void GiveBack() {
    const std::lock_guard lock(mutex_);
    is_taken_ = false;
    is_free_now_.notify_one();
  }

  std::mutex mutex_;
  std::condition_variable is_free_now_;
  bool is_taken_ = false;  // Guarded by mutex_.
};

}  // namespace orgreg::blobs
