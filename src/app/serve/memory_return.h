// SPDX-License-Identifier: EUPL-1.2

// Returns memory to the system after a crowd of clients has left. The allocator keeps it for each
// thread, so that a server would stay as large as it ever was.

#pragma once

#include <thread>

namespace orgreg::app {

// Checks every few seconds, until the thread is asked to stop. Throws std::system_error if no
// thread can be made.
std::jthread ReturnFreedMemory();

}  // namespace orgreg::app
