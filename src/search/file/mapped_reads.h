// What is done where a mapped segment file cannot be read any more: somebody has cut it, or its
// disk fails. The system then sends SIGBUS to the thread that reads. Its handler puts zeros in the
// place of what is missing, has the file's blocks compared anew (BlockGuard), and counts; the read
// goes on. So the process goes on too, and a reader that may have read zeros learns it from the
// count: what was made meanwhile is thrown away (ReadWatch). A SIGBUS of anything else ends the
// process, as ever.
//
// Zeros are put from the missing page to the end of the file, in one piece, as the system allows
// only so many pieces. Other threads may meet them without a signal of their own, so the count is
// one for the process. docs/decisions/0018-cut-segments.md.
//
// All calls are safe from any thread.

#pragma once

#include <cstdint>
#include <span>

#include "search/file/block_guard.h"

namespace orgreg::search {

// Makes a mapping known to the handler while it lives. There is room for 4,096 of them; a fault in
// a further one ends the process.
class WatchedMapping {
 public:
  // `mapped` begins and ends with a page.
  explicit WatchedMapping(std::span<const char> mapped);
  ~WatchedMapping();
  WatchedMapping(const WatchedMapping&) = delete;
  WatchedMapping& operator=(const WatchedMapping&) = delete;

  // Whose blocks are to be compared anew. It outlives the mapping.
  void SetGuard(const BlockGuard* guard) const;

 private:
  std::size_t place_ = 0;
};

// How often something was read that was not there, or may have been.
std::uint64_t CountFailedReads();

// What was read of this file since the last comparison may be wrong.
void NoteFailedRead(const BlockGuard& guard);

// Reports whether anything was read wrongly since it was made. To be made before the first read,
// and asked when what was read has been copied.
class ReadWatch {
 public:
  ReadWatch() : before_(CountFailedReads()) {}
  bool has_failed() const { return CountFailedReads() != before_; }

 private:
  std::uint64_t before_ = 0;
};

}  // namespace orgreg::search
