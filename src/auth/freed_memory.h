// Memory that is given back holds what it held until somebody else writes over it. Where a process
// handles identification numbers, that is in too many places to name each: every string on the way
// of an answer grows by moving, and the libraries have buffers of their own. So the process
// replaces operator delete, which can overwrite whatever is given back: strings, vectors, parsers,
// packers. Code that handles numbers has one rule left: let a buffer go, do not keep it for reuse.
//
// Not covered: memory that C libraries take from malloc themselves (OpenSSL wipes its own; SQLite
// sees only sealed numbers), and what stands on the stack (base::IdentityNumber wipes itself).

#pragma once

namespace orgreg::auth {

// From now on until the process ends, all memory is overwritten before operator delete frees it.
// Safe from any thread. Costs some percent of the time of work that allocates much.
void WipeFreedMemory();

// False where a sanitizer brings an allocator of its own, which would be in the way.
bool CanWipeFreedMemory();

}  // namespace orgreg::auth
