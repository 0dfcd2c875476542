// SPDX-License-Identifier: EUPL-1.2

#include "app/serve/service_manager.h"

#include <fmt/format.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <condition_variable>
#include <cstdint>
#include <cstdlib>
#include <ctime>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>
#include <utility>

#include "base/files/descriptor.h"
#include "base/log.h"
#include "base/threads/guarded_thread.h"

namespace orgreg::app {
namespace {

using std::chrono::microseconds;

constexpr std::chrono::seconds kAskEvery(5);
// The time that a message asks for: several messages may be late.
constexpr microseconds kExtension = std::chrono::seconds(30);

std::string_view Variable(const char* name) {
  const char* const value = std::getenv(name);
  return value == nullptr ? "" : value;
}

std::optional<std::uint64_t> NumberIn(const char* name) {
  const std::string_view text = Variable(name);
  std::uint64_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  const bool is_number = !text.empty() && error == std::errc() && end == text.data() + text.size();
  return is_number ? std::optional(number) : std::nullopt;
}

void Send(std::string_view lines) {
  const std::string_view name = Variable("NOTIFY_SOCKET");
  sockaddr_un address = {};
  address.sun_family = AF_UNIX;
  const bool is_usable = name.size() > 1 && name.size() < sizeof(address.sun_path) &&
                         (name.front() == '/' || name.front() == '@');
  if (!is_usable) return;
  std::ranges::copy(name, address.sun_path);
  if (name.front() == '@') address.sun_path[0] = '\0';  // An abstract name.
  const base::Descriptor socket(::socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0));
  if (!socket.is_open()) return;
  const auto size = static_cast<socklen_t>(offsetof(sockaddr_un, sun_path) + name.size());
  static_cast<void>(::sendto(socket.number(), lines.data(), lines.size(),
                             MSG_NOSIGNAL | MSG_DONTWAIT,
                             reinterpret_cast<const sockaddr*>(&address), size));
}

// Calls `step` at once and then after each interval, until a stop.
std::jthread Repeat(std::string name, microseconds interval, const std::function<void()>& step) {
  return base::StartGuarded(std::move(name), [interval, step](const std::stop_token& stop) {
    std::mutex mutex;
    std::condition_variable_any wake;
    std::unique_lock lock(mutex);
    while (!stop.stop_requested()) {
      step();
      wake.wait_for(lock, stop, interval, [] { return false; });
    }
  });
}

// Nothing if no signs of life are asked of this process.
std::optional<microseconds> WatchdogInterval() {
  const auto pid = NumberIn("WATCHDOG_PID");
  const auto interval = NumberIn("WATCHDOG_USEC");
  const bool is_meant = !pid || *pid == static_cast<std::uint64_t>(::getpid());
  constexpr std::uint64_t kMost = 86'400'000'000;  // A day.
  if (!is_meant || !interval || *interval == 0) return std::nullopt;
  return microseconds(std::min(*interval, kMost));
}

}  // namespace

void NotifyReady(std::string_view status) { Send(fmt::format("READY=1\nSTATUS={}", status)); }

void NotifyReloading() {
  timespec now = {};
  ::clock_gettime(CLOCK_MONOTONIC, &now);
  const std::int64_t now_us = std::int64_t{now.tv_sec} * 1'000'000 + now.tv_nsec / 1'000;
  Send(fmt::format("RELOADING=1\nMONOTONIC_USEC={}\nSTATUS=reads its settings again", now_us));
}

void NotifyStopping() { Send("STOPPING=1\nSTATUS=answers the last requests"); }

std::jthread ExtendStart() {
  if (Variable("NOTIFY_SOCKET").empty()) return {};
  return Repeat("service manager", kAskEvery, [] {
    Send(fmt::format("EXTEND_TIMEOUT_USEC={}\nSTATUS=opens the register", kExtension.count()));
  });
}

std::jthread StartWatchdog(std::function<std::chrono::milliseconds()> silence) {
  const auto interval = WatchdogInterval();
  if (!interval) return {};
  return Repeat("watchdog", *interval / 2, [half = *interval / 2, silence = std::move(silence)] {
    const auto longest = silence();
    if (longest <= half) return Send("WATCHDOG=1");
    base::LogError(
        "a thread that serves has not come round for {} ms; the service manager is not "
        "told that all is well",
        longest.count());
  });
}

}  // namespace orgreg::app
