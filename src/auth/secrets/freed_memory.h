// SPDX-License-Identifier: EUPL-1.2

// Freed memory keeps its content until it is overwritten. In a process that handles identification
// numbers there are too many such places to name each: every string of an answer grows by moving,
// and the libraries have buffers of their own. So the process replaces operator delete, which
// overwrites all memory that it frees: strings, vectors, parsers, packers. Code that handles
// numbers has one rule left: free a buffer, do not keep it for reuse.
//
// The stack is such memory too: a short string keeps its text in the frame of its function. A
// caller of code that handles numbers calls WipeUnusedStack after it.
//
// Memory that C libraries take from malloc themselves is not covered (OpenSSL wipes its own; SQLite
// sees only sealed numbers).

#pragma once

namespace orgreg::auth {

// Makes operator delete overwrite all memory from now on until the process ends. Safe from any
// thread. It costs some percent of the time of work that allocates much.
void WipeFreedMemory();

// Overwrites what the calling thread's stack holds below the frame of the caller, as deep as the
// operations on identification numbers reach. Does nothing before WipeFreedMemory was called.
void WipeUnusedStack();

// False where a sanitizer brings an allocator of its own, which would be in the way.
bool CanWipeFreedMemory();

}  // namespace orgreg::auth
