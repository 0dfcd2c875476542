// SPDX-License-Identifier: EUPL-1.2

// Reads the end of an audit log: where its chain goes on, and the bytes that a crash left after it.
// Pure; safe from any thread. Internal to the audit log.

#pragma once

#include <string>
#include <string_view>

#include "auth/audit/line.h"
#include "base/result.h"

namespace orgreg::auth {

// Lines are written in pieces of at most this size, one sync each.
inline constexpr std::size_t kMostBatchBytes = 131'072;
// A crash never leaves more than this: a piece, and the attempt before it to record one.
inline constexpr std::size_t kMostTornBytes = 2 * kMostBatchBytes;
// So much of the end is read: all that a crash can leave, and whole lines before it.
inline constexpr std::size_t kAuditEndBytes = 1'048'576;

struct AuditEnd {
  AuditLink next = {};          // of the line to be written
  std::string torn = {};        // bytes after the last whole line
  bool lacks_line_end = false;  // The last line is whole but for that.
};

// `end` holds the last bytes of a file, or all of it if `is_whole`. kCorrupt where the lines are
// not a chain, or where something other than a crash damaged them: a crash leaves its bytes after
// all whole lines.
base::Result<AuditEnd> ReadAuditEndOf(std::string_view end, bool is_whole);

// Finds where the chain of a finished file goes on: after its last whole line, damaged or not.
// kCorrupt where there is no whole line.
base::Result<AuditLink> LinkAfter(std::string_view end);

}  // namespace orgreg::auth
