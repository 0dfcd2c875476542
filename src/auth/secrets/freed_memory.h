// Memory that is given back holds what it held until somebody else writes over it. Where a process
// handles identification numbers, that is in too many places to name each: every string on the way
// of an answer grows by moving, and the libraries have buffers of their own. So the process
// replaces operator delete, which can overwrite whatever is given back: strings, vectors, parsers,
// packers. Code that handles numbers has one rule left: let a buffer go, do not keep it for reuse.
//
// The stack is memory of that kind too: a short string keeps its text in the frame of the function
// that has it. Whoever calls code that handles numbers calls WipeUnusedStack after it.
//
// Not covered: memory that C libraries take from malloc themselves (OpenSSL wipes its own; SQLite
// sees only sealed numbers).

#pragma once

namespace orgreg::auth {

// From now on until the process ends, all memory is overwritten before operator delete frees it.
// Safe from any thread. Costs some percent of the time of work that allocates much.
void WipeFreedMemory();

// Overwrites what the calling thread's stack holds below the frame of the caller, as deep as the
// operations on identification numbers reach. Does nothing before WipeFreedMemory was called.
void WipeUnusedStack();

// False where a sanitizer brings an allocator of its own, which would be in the way.
bool CanWipeFreedMemory();

}  // namespace orgreg::auth
