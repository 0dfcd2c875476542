// SPDX-License-Identifier: EUPL-1.2

#include "search/file/mapped_reads.h"

#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <mutex>

namespace orgreg::search {
namespace {

// A mapping in a form that a signal handler can read while others are added and removed: `begin` is
// written last and removed first. 0 if the slot is free.
struct Slot {
  std::atomic<std::uintptr_t> begin = 0;
  std::atomic<std::uintptr_t> end = 0;
  std::atomic<const BlockGuard*> guard = nullptr;
};

constexpr std::size_t kSlots = 4096;
constinit std::array<Slot, kSlots> slots;
constinit std::atomic<std::size_t> used_slots = 0;  // No slot above was ever used.
constinit std::atomic<std::uint64_t> failed_reads = 0;
constinit std::mutex registering;
static_assert(std::atomic<std::uintptr_t>::is_always_lock_free);
static_assert(std::atomic<const BlockGuard*>::is_always_lock_free);

// The order matters: a thread that does not see the first change began before the second, and finds
// that one when it checks at its end.
void Note(const BlockGuard* guard) {
  if (guard != nullptr) guard->DistrustAll();
  failed_reads.fetch_add(1);
}

// The slot of a mapping that the thread is reading does not change meanwhile; the parts of another
// slot may be inconsistent.
bool PutZeros(std::uintptr_t address) {
  const auto page_bytes = static_cast<std::uintptr_t>(sysconf(_SC_PAGESIZE));
  const std::size_t used = used_slots.load();
  for (std::size_t i = 0; i < used; ++i) {
    const Slot& slot = slots[i];
    const std::uintptr_t begin = slot.begin.load();
    const std::uintptr_t end = slot.end.load();
    const BlockGuard* const guard = slot.guard.load();
    if (begin == 0 || address < begin || address >= end || slot.begin.load() != begin) continue;
    if (guard != nullptr) guard->MarkDamaged();
    Note(guard);
    const std::uintptr_t page = address / page_bytes * page_bytes;
    return syscall(SYS_mmap, page, end - page, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED,
                   -1, 0) != -1;
  }
  return false;
}

void HandleBusError(int /*signal*/, siginfo_t* info, void* /*context*/) {
  const int number = errno;
  const bool is_put = PutZeros(reinterpret_cast<std::uintptr_t>(info->si_addr));
  errno = number;
  if (is_put) return;
  // The read is repeated, and gets the default action.
  std::signal(SIGBUS, SIG_DFL);
}

void InstallHandler() {
  struct sigaction action = {};
  action.sa_sigaction = HandleBusError;
  action.sa_flags = SA_SIGINFO | SA_RESTART;
  sigemptyset(&action.sa_mask);
  sigaction(SIGBUS, &action, nullptr);
}

}  // namespace

WatchedMapping::WatchedMapping(std::span<const char> mapped) : place_(kSlots) {
  static std::once_flag installed;
  std::call_once(installed, InstallHandler);
  const auto begin = reinterpret_cast<std::uintptr_t>(mapped.data());
  const auto page_bytes = static_cast<std::uintptr_t>(sysconf(_SC_PAGESIZE));
  const std::lock_guard lock(registering);
  for (std::size_t i = 0; i < kSlots; ++i) {
    if (slots[i].begin.load() != 0) continue;
    place_ = i;
    slots[i].guard = nullptr;
    slots[i].end = (begin + mapped.size() + page_bytes - 1) / page_bytes * page_bytes;
    if (used_slots.load() <= i) used_slots = i + 1;
    slots[i].begin = begin;
    return;
  }
}

WatchedMapping::~WatchedMapping() {
  if (place_ == kSlots) return;
  const std::lock_guard lock(registering);
  slots[place_].begin = 0;
}

void WatchedMapping::SetGuard(const BlockGuard* guard) const {
  if (place_ != kSlots) slots[place_].guard = guard;
}

std::uint64_t CountFailedReads() { return failed_reads.load(); }

void NoteFailedRead(const BlockGuard& guard) { Note(&guard); }

}  // namespace orgreg::search
