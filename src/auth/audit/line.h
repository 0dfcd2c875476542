// SPDX-License-Identifier: EUPL-1.2

// One line of the audit log: what it says, how it is written, and how it is recognised again.
//
// A line is a JSON object in printable ASCII, its members in fixed order. All kinds have `kind`,
// `sequence` and `time` first, `previous` and `hash` last; `hash` is the SHA-256 of the previous
// line's hash (64 digits) and this line's bytes before `,"hash":`. Kinds:
//   begin      the first line of a file; `previous` is the last hash of the file before
//   lookup     an authorised look-up, answered or refused
//   recovered  the bytes between the last whole line and this one were left by a crash;
//              `torn_bytes` and `torn_hash` (SHA-256) bind them to the chain
//   restored   a backup takes the place of the register: its path and its commit
//
// Pure functions; safe from any thread.

#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "base/values/timestamp.h"

namespace orgreg::auth {

// An authorised look-up. Texts longer than kMostAuditText bytes are truncated. Eleven digits that
// form an identification number are masked everywhere, so that no number gets into the log.
struct AuditEntry {
  std::string consumer = {};  // organisation number of the token's consumer
  std::string supplier = {};  // of who acts for it; empty without
  std::string client_id = {};
  std::string token_hash = {};  // hash of the token's jti; empty without
  std::string scope = {};
  std::string operation = {};    // our own name of the operation
  std::string object = {};       // an organisation number or NumberVault::Mark; never the number
  int status = 0;                // of the answer
  std::uint64_t role_count = 0;  // given in the answer
  std::string trace_id = {};
  std::string address = {};  // the caller's
};

// A restore. The texts are treated as those of a look-up.
struct AuditRestore {
  std::string backup = {};   // the path of the backup
  std::uint64_t commit = 0;  // the last one that the backup holds
};

inline constexpr std::size_t kMostAuditText = 256;
inline constexpr std::size_t kHashDigits = 64;
inline constexpr std::string_view kNoHash =
    "0000000000000000000000000000000000000000000000000000000000000000";

// The place of a line in the chain.
struct AuditLink {
  std::uint64_t sequence = 0;
  std::string previous = std::string(kNoHash);
};

// The bytes that a crash left.
struct TornBytes {
  std::uint64_t size_bytes = 0;
  std::string hash = {};
};

enum class AuditKind : std::uint8_t { kBegin, kLookup, kRecovered, kRestored };

// Whether a file may begin with such a line.
constexpr bool MayBeginFile(AuditKind kind) {
  return kind == AuditKind::kBegin || kind == AuditKind::kRecovered;
}

// The parts of a line that the chain needs.
struct AuditLine {
  AuditKind kind = AuditKind::kLookup;
  AuditLink link = {};
  std::string hash = {};
  TornBytes torn = {};  // Of a kRecovered.
};

// Append the line with its line end and return its hash.
std::string AppendBegin(const AuditLink& link, base::Timestamp time, std::string* out);
std::string AppendRecovered(const AuditLink& link, base::Timestamp time, const TornBytes& torn,
                            std::string* out);
std::string AppendLookup(const AuditLink& link, base::Timestamp time, const AuditEntry& entry,
                         std::string* out);
std::string AppendRestored(const AuditLink& link, base::Timestamp time, const AuditRestore& restore,
                           std::string* out);

// Reads `line`, without its line end. Nothing unless it is exactly a line as written by the
// functions above, with its own hash. The caller checks that it follows the line before it.
std::optional<AuditLine> ReadAuditLine(std::string_view line);

}  // namespace orgreg::auth
