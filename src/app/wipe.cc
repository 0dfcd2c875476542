#include "app/wipe.h"

#include <fmt/format.h>

#include <chrono>
#include <cstdio>
#include <thread>

namespace orgreg::app {
namespace {

constexpr std::chrono::milliseconds kPause(200);
constexpr int kTries = 50;

}  // namespace

void WipeWithdrawn(records::Register* target) {
  base::Status wiped = target->Wipe();
  for (int tries = 1; tries < kTries; ++tries) {
    if (wiped || wiped.error().code != base::Code::kUnavailable) break;
    std::this_thread::sleep_for(kPause);
    wiped = target->Wipe();
  }
  if (wiped) return;
  fmt::print(stderr, "orgreg: what was removed is not overwritten yet: {}\n",
             wiped.error().message);
}

}  // namespace orgreg::app
