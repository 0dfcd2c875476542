// SPDX-License-Identifier: EUPL-1.2

// How many files and connections the system lets this process have open.

#pragma once

#include <cstdint>

#include "base/result.h"

namespace orgreg::app {

// The descriptors that a server needs besides its connections: 256 clients that are being refused,
// the store, files that it sends, listeners and spare descriptors.
inline constexpr std::uint64_t kOtherDescriptors = 512;

// Raises the soft limit to the hard one, which every process may do; the soft one is low for
// programs that cannot handle many. Returns the limit that is then in force. kIo if the system does
// not report it.
base::Result<std::uint64_t> RaiseDescriptorLimit();

}  // namespace orgreg::app
