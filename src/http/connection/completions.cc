// SPDX-License-Identifier: EUPL-1.2

#include "http/connection/completions.h"

#include <sys/eventfd.h>

#include <boost/system/system_error.hpp>
#include <cerrno>
#include <utility>

namespace orgreg::http {
namespace {

using boost::system::error_code;

int MakeEventDescriptor() {
  const int descriptor = ::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
  if (descriptor < 0) throw boost::system::system_error(errno, boost::system::system_category());
  return descriptor;
}

}  // namespace

Completions::Completions(boost::asio::io_context* io) : wakeup_(*io, MakeEventDescriptor()) {}

// A thread that finds the list empty wakes the worker; others that add before it looks need not.
void Completions::Add(Completion* done) {
  const int descriptor = wakeup_.native_handle();
  Completion* newest = added_.load(std::memory_order_relaxed);
  do {
    done->next = newest;
  } while (!added_.compare_exchange_weak(newest, done, std::memory_order_release,
                                         std::memory_order_relaxed));
  if (newest == nullptr) ::eventfd_write(descriptor, 1);
}

// Awaits first: a continuation may call Stop, which cancels only what is pending then.
void Completions::Run() {
  error_code error;
  wakeup_.cancel(error);
  Await();
  RunAdded();
}

// The descriptor stays open: a thread whose completion has run may still be about to wake us.
void Completions::Stop() {
  error_code error;
  wakeup_.cancel(error);
}

void Completions::Await() {
  wakeup_.async_wait(Wakeup::wait_read, [this](const error_code& error) {
    if (error) return;
    eventfd_t ignored = 0;
    ::eventfd_read(wakeup_.native_handle(), &ignored);
    Await();
    RunAdded();
  });
}

// A continuation may end what its completion belongs to.
void Completions::RunAdded() {
  Completion* added = added_.exchange(nullptr, std::memory_order_acquire);
  Completion* oldest = nullptr;
  while (added != nullptr) {
    Completion* const next = std::exchange(added->next, oldest);
    oldest = std::exchange(added, next);
  }
  Completion** end = &taken_;
  while (*end != nullptr) end = &(*end)->next;
  *end = oldest;
  while (taken_ != nullptr) {
    Completion* const done = std::exchange(taken_, taken_->next);
    const std::function<void()> then = std::move(done->then);
    then();
  }
}

}  // namespace orgreg::http
