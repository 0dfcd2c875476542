// SPDX-License-Identifier: EUPL-1.2

// The form of a step (store/replica.h) as bytes, which docs/replica.md describes for other
// programs: frames of a type, a length and a payload, in which numbers are little-endian. Internal
// to store/steps. Plain values.

#pragma once

#include <cstddef>
#include <cstdint>

#include "store/store.h"

namespace orgreg::store {

// The numbers are on the wire: never change one.
enum class Frame : std::uint8_t {
  kSource = 1,
  kBegin = 2,
  kRow = 3,
  kLine = 4,
  kCommit = 5,
  kEnd = 6,
  kNothingNew = 7,
  kNote = 8,
};

// What a source says of itself before its first step.
struct SourceFacts {
  // Its oldest commit, and the fingerprint of that (Snapshot::Fingerprint): registers that were
  // begun apart differ in it, and a backup that is restored does not. 0 for an empty register.
  CommitId first_commit = {};
  std::uint64_t origin = 0;
  // The commit from which the replica wants to go on belongs to the source's history. Otherwise no
  // step follows.
  bool knows_commit = false;
};

inline constexpr std::size_t kFrameHeadBytes = 5;  // The type, and four bytes of length.
// No body of a record is nearly as long.
inline constexpr std::size_t kMostFrameBytes = std::size_t{64} << 20;

}  // namespace orgreg::store
