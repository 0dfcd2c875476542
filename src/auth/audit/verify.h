// SPDX-License-Identifier: EUPL-1.2

// Checks an audit log (audit_line.h) from its first byte to its last and names the first line
// that is not as it was written. The file alone cannot show that lines were cut off its end, that
// another whole file took its place, or that it was rewritten from some line on with new hashes.
// Hashes kept elsewhere can show these (Expected).
//
// Reads a part at a time; safe from any thread, also while a server writes the log.

#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"

namespace orgreg::auth {

enum class AuditFault : std::uint8_t {
  kAltered,     // the line's bytes are not those that were written
  kDeleted,     // lines are missing before this one
  kReordered,   // lines are missing before this one and come later
  kDuplicated,  // the line came before
  kForeign,     // a whole line that does not follow the one before: one of them was replaced
  kTorn,        // the end is no whole line: a crash, which the next start records, or tampering
  kUnexpected,  // whole in itself, but not what Expected says
};

struct AuditProblem {
  std::uint64_t line = 0;  // From 1.
  AuditFault fault = AuditFault::kAltered;
  std::string reason = {};
};

struct AuditReport {
  std::uint64_t line_count = 0;      // that are right, up to the problem
  std::uint64_t lookup_count = 0;    // of these
  std::uint64_t recovery_count = 0;  // of these
  std::uint64_t restore_count = 0;   // of these
  std::uint64_t first_sequence = 0;
  std::string first_previous = {};  // the hash that the file says to continue
  std::uint64_t last_sequence = 0;
  std::string last_hash = {};     // of the last right line; keep it elsewhere
  std::uint64_t noted_count = 0;  // lines of AuditExpected::noted that are here
  std::uint64_t older_count = 0;  // of these lines, those of files before this one
  std::optional<AuditProblem> problem = {};
};

// A line that was noted elsewhere while it was the last one.
struct AuditNoted {
  std::uint64_t sequence = 0;
  std::string hash = {};
  std::string when = {};  // for people
};

// What is known from elsewhere; empty texts are not compared.
struct AuditExpected {
  std::string previous = {};  // the last hash of the file before this one
  std::string hash = {};      // some line's hash, noted earlier: the lines up to it are intact
  std::vector<AuditNoted> noted = {};  // in order of their sequence
};

// kIo if the file cannot be read. Everything else is in the report.
base::Result<AuditReport> VerifyAudit(const std::string& path, const AuditExpected& expected);

}  // namespace orgreg::auth
