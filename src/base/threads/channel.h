// SPDX-License-Identifier: EUPL-1.2

// A bounded queue between two threads of one job: a producer that waits while it is full,
// a consumer that waits while it is empty. Either side may close it, which ends both.

#pragma once

#include <condition_variable>
#include <deque>
#include <mutex>
#include <optional>
#include <utility>

namespace orgreg::base {

template <typename T>
class Channel {
 public:
  explicit Channel(std::size_t capacity) : capacity_(capacity) {}

  // False if the channel was closed: the consumer has given up.
  bool Send(T item) {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [this] { return closed_ || items_.size() < capacity_; });
    if (closed_) return false;
    items_.push_back(std::move(item));
    changed_.notify_all();
    return true;
  }

  // Nothing once the channel is closed and everything sent before is received.
  std::optional<T> Receive() {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [this] { return closed_ || !items_.empty(); });
    if (items_.empty()) return std::nullopt;
    T item = std::move(items_.front());
    items_.pop_front();
    changed_.notify_all();
    return item;
  }

  void Close() {
    const std::lock_guard lock(mutex_);
    closed_ = true;
    changed_.notify_all();
  }

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  std::size_t capacity_;
  std::deque<T> items_;
  bool closed_ = false;
};

}  // namespace orgreg::base
