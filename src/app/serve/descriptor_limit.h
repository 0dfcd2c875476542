// How many files and connections the system lets this process have open.

#pragma once

#include <cstdint>

#include "base/result.h"

namespace orgreg::app {

// The descriptors that a server needs besides its connections: 256 clients that are being refused,
// the store, files that it sends, listeners and spare descriptors.
inline constexpr std::uint64_t kOtherDescriptors = 512;

// Raises the soft limit to the hard one, which every process may; the soft one is low for the sake
// of programs that cannot deal with many. Gives the limit that is in force then. kIo where the
// system does not say.
base::Result<std::uint64_t> RaiseDescriptorLimit();

}  // namespace orgreg::app
