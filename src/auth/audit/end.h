// How an audit log ends: where its chain goes on, and what a crash left after it.
// Pure; safe from any thread. Internal to the audit log.

#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "auth/audit/line.h"
#include "base/result.h"

namespace orgreg::auth {

// Lines are written in pieces of at most this size, one sync each.
inline constexpr std::size_t kMostBatchBytes = 131'072;
// More than this is never left by a crash: a piece, and the try before it to record one.
inline constexpr std::size_t kMostTornBytes = 2 * kMostBatchBytes;
// What is read of the end: all that a crash can leave, and whole lines before it.
inline constexpr std::size_t kAuditEndBytes = 1'048'576;

struct AuditEnd {
  AuditLink next = {};          // of the line to be written
  std::string torn = {};        // bytes after the last whole line
  bool lacks_line_end = false;  // The last line is whole but for that.
};

// `end` are the last bytes of a file, all of it if `is_whole`. kCorrupt where the lines are no
// chain, or where something other than a crash damaged them: a crash leaves its bytes after
// all whole lines.
base::Result<AuditEnd> ReadAuditEndOf(std::string_view end, bool is_whole);

// Where the chain of a file goes on that is no longer written: after its last whole line,
// damaged or not. kCorrupt where there is no whole line.
base::Result<AuditLink> LinkAfter(std::string_view end);

}  // namespace orgreg::auth
