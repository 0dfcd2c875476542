// SPDX-License-Identifier: EUPL-1.2

// Handles reads of a mapped segment file that is not readable any more, because another process
// truncated it or its disk fails. The system then sends SIGBUS to the reading thread. The handler
// maps zeros in place of the missing part, has the file's blocks verified again (BlockGuard), and
// counts; the read goes on. So the process survives, and a reader that may have read zeros learns
// it from the count: it discards its results (ReadWatch). A SIGBUS for any other reason ends the
// process, as always.
//
// Zeros are mapped from the missing page to the end of the file, in one piece, because the system
// limits the number of pieces. Other threads may read them without a signal of their own, so the
// process has one count. docs/decisions/0018-cut-segments.md.
//
// All calls are safe from any thread.

#pragma once

#include <cstdint>
#include <span>

#include "search/file/block_guard.h"

namespace orgreg::search {

// Registers a mapping with the handler while the object lives. There are slots for 4,096 of them; a
// fault in a further one ends the process.
class WatchedMapping {
 public:
  // `mapped` begins and ends at page boundaries.
  explicit WatchedMapping(std::span<const char> mapped);
  ~WatchedMapping();
  WatchedMapping(const WatchedMapping&) = delete;
  WatchedMapping& operator=(const WatchedMapping&) = delete;

  // Sets the guard that verifies the blocks again. It outlives the mapping.
  void SetGuard(const BlockGuard* guard) const;

 private:
  std::size_t place_ = 0;
};

// The number of reads that met missing data, or may have.
std::uint64_t CountFailedReads();

// Reports that the data read from this file since the last verification may be wrong.
void NoteFailedRead(const BlockGuard& guard);

// Reports whether any data were misread since its construction. Create it before the first read,
// and query it after the data have been copied.
class ReadWatch {
 public:
  ReadWatch() : before_(CountFailedReads()) {}
  bool has_failed() const { return CountFailedReads() != before_; }

 private:
  std::uint64_t before_ = 0;
};

}  // namespace orgreg::search
