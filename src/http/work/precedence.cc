// SPDX-License-Identifier: EUPL-1.2

#include "http/work/precedence.h"

#include <sched.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cstdint>

namespace orgreg::http {
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

}  // namespace

void TakeShortTurns() {
  Attributes wanted;
  wanted.niceness = ::getpriority(PRIO_PROCESS, 0);
  wanted.turn_ns = kShortTurnNs;
  ::syscall(SYS_sched_setattr, 0, &wanted, 0);
}

void GiveWay(int niceness) {
  ::setpriority(PRIO_PROCESS, 0, niceness);
  const sched_param none = {};
  ::sched_setscheduler(0, SCHED_BATCH, &none);
}

}  // namespace orgreg::http
