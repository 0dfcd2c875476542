// SPDX-License-Identifier: EUPL-1.2

#include "base/threads/precedence.h"

#include <sched.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <cstdint>

namespace orgreg::base {
namespace {

// The structure of sched_setattr(2); Debian 12 declares neither it nor the call.
struct Attributes {
  std::uint32_t size_bytes = sizeof(Attributes);
  std::uint32_t policy = SCHED_OTHER;
  std::uint64_t flags = 0;
  std::int32_t niceness = 0;
  std::uint32_t priority = 0;
  std::uint64_t turn_ns = 0;
  std::uint64_t deadline_ns = 0;
  std::uint64_t period_ns = 0;
};

// The shortest time that the system accepts.
constexpr std::uint64_t kShortTurnNs = 100'000;
constexpr int kNicest = 19;

void SetAttributes(Attributes wanted) { ::syscall(SYS_sched_setattr, 0, &wanted, 0); }

}  // namespace

void TakeShortTurns() {
  SetAttributes({.niceness = ::getpriority(PRIO_PROCESS, 0), .turn_ns = kShortTurnNs});
}

void GiveWay(int niceness) {
  const int wanted = ::getpriority(PRIO_PROCESS, static_cast<id_t>(::getpid())) + niceness;
  // Only a privileged thread may become less nice than it is.
  const int present = ::getpriority(PRIO_PROCESS, 0);
  SetAttributes({.policy = SCHED_BATCH, .niceness = std::max(std::min(wanted, kNicest), present)});
}

void RunWhenIdle() {
  SetAttributes({.policy = SCHED_IDLE, .niceness = ::getpriority(PRIO_PROCESS, 0)});
}

}  // namespace orgreg::base
