// SPDX-License-Identifier: EUPL-1.2

#include "app/serve/memory_return.h"

#include <malloc.h>

#include <chrono>
#include <condition_variable>
#include <mutex>
#include <stop_token>

#include "base/threads/guarded_thread.h"

namespace orgreg::app {
namespace {

constexpr std::chrono::seconds kPause(10);
// Less is left for later use.
constexpr std::size_t kKeptBytes = std::size_t{32} << 20;

}  // namespace

std::jthread ReturnFreedMemory() {
  return base::StartGuarded("freed memory", [](const std::stop_token& stop) {
    std::mutex mutex;
    std::condition_variable_any stopped;
    std::unique_lock lock(mutex);
    while (!stopped.wait_for(lock, stop, kPause, [&] { return stop.stop_requested(); })) {
      if (mallinfo2().fordblks > kKeptBytes) malloc_trim(0);
    }
  });
}

}  // namespace orgreg::app
