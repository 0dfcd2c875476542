// SPDX-License-Identifier: EUPL-1.2

// When a thread that serves connections may make a page itself. A page takes as long as ten
// look-ups, so look-ups would wait if a crowd reads pages: then the pool makes the others, at a
// lower priority. Safe from any thread.

#pragma once

#include <chrono>

namespace orgreg::api {

// A thread makes at most one page itself in this time, which is several times what a page takes.
inline constexpr std::chrono::milliseconds kBetweenPages{3};

// True if this thread may make a page now; the next one has to wait.
bool TakeServingTurn();

}  // namespace orgreg::api
