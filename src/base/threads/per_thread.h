// An object for each thread, made when the thread first asks for it and kept until it ends, so that
// its memory is used again. As `thread_local`, but where there is no memory it throws
// std::bad_alloc: the C library ends the process where a thread_local object with a destructor is
// first used and that cannot be noted. Safe from any thread.
//
//   static base::PerThread<std::string> per_thread;
//   std::string& text = per_thread.Get();

#pragma once

#include <pthread.h>

#include <memory>
#include <new>

namespace orgreg::base {

// Few of them in a program, each with static storage: the first 32 take no memory but the object's.
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
