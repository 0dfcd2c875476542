// SPDX-License-Identifier: EUPL-1.2

// What the system says of this process. Safe from any thread.

#pragma once

#include <cstdint>

namespace orgreg::app {

// Values that the system does not tell are 0.
struct ProcessState {
  std::uint64_t virtual_bytes = 0;
  std::uint64_t resident_bytes = 0;
  // The parts of the resident memory: its own, mapped files, shared.
  std::uint64_t anonymous_bytes = 0;
  std::uint64_t file_bytes = 0;
  std::uint64_t shared_bytes = 0;
  std::uint64_t threads = 0;
  std::uint64_t open_descriptors = 0;
  std::uint64_t most_descriptors = 0;
  double processor_seconds = 0;
};

ProcessState ReadProcessState();

}  // namespace orgreg::app
