// SPDX-License-Identifier: EUPL-1.2

// Which threads of a server run first when there are more of them than processors: those that
// serve connections before those that do longer work. Each call is about the calling thread;
// where the system refuses it, the thread stays as it was.

#pragma once

namespace orgreg::http {

// For a thread that serves connections: it asks for short turns, so that it gets one as soon as
// something is ready (Linux 6.12 and later).
void TakeShortTurns();

// For a thread of a pool: it gives way by `niceness` (nice(2)), and never interrupts another.
void GiveWay(int niceness);

}  // namespace orgreg::http
