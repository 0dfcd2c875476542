// SPDX-License-Identifier: EUPL-1.2

#include "base/threads/guarded_thread.h"

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <exception>
#include <mutex>
#include <system_error>
#include <utility>

#include "base/log.h"
#include "base/log_limit.h"

namespace orgreg::base {
namespace {

// Memory that is short now may be there in a moment, and an acknowledged change must be visible
// within a second.
constexpr std::chrono::milliseconds kPause(200);

std::atomic<std::uint64_t>& Failures() {
  static std::atomic<std::uint64_t> failures = 0;
  return failures;
}

// Without memory there may be no line in the log either, but the failure is counted.
void Tell(std::string_view name, const char* what) noexcept {
  static LogLimit limit(std::chrono::seconds(10));
  try {
    if (const auto held_back = limit.Pass()) {
      LogError(
          "the thread \"{}\" failed and goes on: {} ({} more failures since the last such line)",
          name, what, *held_back);
    }
  } catch (...) {  // NOLINT(bugprone-empty-catch)
  }
}

void NoteFailure(std::string_view name, const std::exception_ptr& failure) noexcept {
  Failures().fetch_add(1, std::memory_order_relaxed);
  try {
    std::rethrow_exception(failure);
  } catch (const std::exception& exception) {
    Tell(name, exception.what());
  } catch (...) {
    Tell(name, "unknown");
  }
}

void Pause(const std::stop_token& stop) {
  std::mutex mutex;
  std::condition_variable_any never;
  std::unique_lock lock(mutex);
  never.wait_for(lock, stop, kPause, [] { return false; });
}

}  // namespace

void RunGuarded(std::string_view name, const std::stop_token& stop,
                const std::function<void()>& body) {
  while (true) {
    try {
      body();
      return;
    } catch (...) {
      NoteFailure(name, std::current_exception());
    }
    try {
      Pause(stop);
    } catch (...) {
      // A pause takes memory too; without it the next try comes at once.
      std::this_thread::yield();
    }
    if (stop.stop_requested()) return;
  }
}

void ThrowNoThread(const std::string& name, const std::system_error& error) {
  throw std::system_error(error.code(), "a thread (" + name + ") cannot be made");
}

std::jthread StartGuarded(std::string name, std::function<void(const std::stop_token&)> body) {
  const std::string shown = name;
  try {
    return std::jthread(
        [name = std::move(name), body = std::move(body)](const std::stop_token& stop) {
          RunGuarded(name, stop, [&] { body(stop); });
        });
  } catch (const std::system_error& error) {
    ThrowNoThread(shown, error);
  }
}

std::uint64_t CountThreadFailures() { return Failures().load(std::memory_order_relaxed); }

}  // namespace orgreg::base
