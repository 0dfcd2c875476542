// SPDX-License-Identifier: EUPL-1.2

// Which threads run first when there are more of them than processors: those that serve connections
// before those that do longer work. Each call is about the calling thread, and about the threads
// that it starts later; where the system refuses it, the thread stays as it was.
//
// A waking thread interrupts a running one only if it asks for shorter turns (Linux 6.12 and
// later). So it takes both calls: short turns for those that answer, long ones for work that lasts.
// The shares of the processors do not depend on the length of turns, so nothing starves.

#pragma once

#include <cstdint>

namespace orgreg::base {

// For a thread that serves connections: it gets a turn as soon as something is ready.
void TakeShortTurns();

// Long ones suit work that lasts: a thread that wakes for short jobs waits long for its next turn
// on busy processors if it asks for long ones, the longer the nicer it is.
enum class Turns : std::uint8_t { kUsual, kLong };

// For a thread that does longer work: it takes long turns, so another thread that wakes
// may interrupt it sooner, and it never interrupts another. `niceness` (nice(2)) makes its share
// smaller when the processors are busy; 0 leaves it as large as that of other threads.
void GiveWay(int niceness, Turns turns = Turns::kLong);

}  // namespace orgreg::base
