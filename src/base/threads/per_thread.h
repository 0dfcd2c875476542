// SPDX-License-Identifier: EUPL-1.2

// An object for each thread, made when the thread first asks for it and kept until the thread ends,
// so that its memory is used again. It is like `thread_local`, but throws std::bad_alloc where
// there is no memory: at the first use of a thread_local object with a destructor the C library
// would end the process. Safe from any thread.
//
//   static base::PerThread<std::string> per_thread;
//   std::string& text = per_thread.Get();

#pragma once

#include <pthread.h>

#include <memory>
#include <new>

namespace orgreg::base {

// A program has few of them, each with static storage: the first 32 take only the object's memory.
template <typename T>
class PerThread {
 public:
  PerThread() {
    const auto destroy = [](void* object) { delete static_cast<T*>(object); };
    if (pthread_key_create(&key_, destroy) != 0) throw std::bad_alloc();
  }
  PerThread(const PerThread&) = delete;
  PerThread& operator=(const PerThread&) = delete;

  T& Get() {
    if (void* const object = pthread_getspecific(key_)) return *static_cast<T*>(object);
    auto made = std::make_unique<T>();
    if (pthread_setspecific(key_, made.get()) != 0) throw std::bad_alloc();
    return *made.release();
  }

 private:
  pthread_key_t key_ = 0;
};

}  // namespace orgreg::base
