// SPDX-License-Identifier: EUPL-1.2

#include "api/pages/serving_turn.h"

#include "base/threads/per_thread.h"

namespace orgreg::api {

bool TakeServingTurn() {
  using Clock = std::chrono::steady_clock;
  struct Turn {
    Clock::time_point next = {};
  };
  static base::PerThread<Turn> turns;
  Turn& own = turns.Get();
  const Clock::time_point now = Clock::now();
  if (now < own.next) return false;
  own.next = now + kBetweenPages;
  return true;
}

}  // namespace orgreg::api
