// SPDX-License-Identifier: EUPL-1.2

// Which threads run first when there are more of them than processors: those that serve connections
// before those that do longer work (decisions/0039). Each call is about the calling thread, and
// about the threads that it starts later; where the system refuses it, the thread stays as it was.
//
// A waking thread interrupts a running one at once only if the system owes it time. A light thread
// uses up its share so fast that it soon owes everybody time, so work that lasts must be light,
// although it must not starve: a thread of niceness 10 still has a tenth of the time that a usual
// thread next to it has.

#pragma once

namespace orgreg::base {

// For a thread that serves connections: it asks for short turns (Linux 6.12 and later), so it gets
// one as soon as something is ready.
void TakeShortTurns();

// For a thread that does longer work: it never interrupts another thread, and its share of busy
// processors is smaller. `niceness` (nice(2)) counts from that of the process's first thread, so a
// process that an operator made nicer keeps this order among its threads. A thread never becomes
// less nice than it is.
void GiveWay(int niceness);

// For a thread whose work can wait for as long as others use the processors: a processor that only
// it uses counts as free, so others take it at once. It may get nothing for a long time, so it must
// hold no lock for long, and somebody must see to it that the work is done in the end.
void RunWhenIdle();

}  // namespace orgreg::base
