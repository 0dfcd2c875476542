// SPDX-License-Identifier: EUPL-1.2

// A counting semaphore whose waiting thread sleeps at once. That of the standard library asks the
// system several times to run others first, which costs more than the wait itself where threads
// hand small jobs to each other. All calls are safe from any thread; none fails.

#pragma once

#include <semaphore.h>

#include <cerrno>

namespace orgreg::base {

class Semaphore {
 public:
  Semaphore() { ::sem_init(&semaphore_, 0, 0); }
  ~Semaphore() { ::sem_destroy(&semaphore_); }
  Semaphore(const Semaphore&) = delete;
  Semaphore& operator=(const Semaphore&) = delete;

  // Adds one, and wakes a thread that waits for it.
  void Release() { ::sem_post(&semaphore_); }

  // Waits until there is one, and takes it.
  void Acquire() {
    while (::sem_wait(&semaphore_) != 0 && errno == EINTR) {
    }
  }

 private:
  sem_t semaphore_ = {};
};

}  // namespace orgreg::base
