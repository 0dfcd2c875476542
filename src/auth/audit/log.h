// The log of authorised look-ups: one line each (audit_line.h), only ever appended, each
// bound to the one before by its hash, and on the disk before the answer is sent.
//
// Fails closed: an Append that returns an error means no answer. After a failed write or sync the
// file is first cut back to what was known to be on the disk; until that succeeds every Append
// fails. It is tried again with each one, so the log recovers by itself when the disk has space
// again.
//
// What a crash leaves of lines that were never acknowledged stays in the file, closed off by a
// `recovered` line that carries its size and hash. A file that was moved away is succeeded by a new
// one, whose `begin` line names the last hash of the old: while the log is open with the next
// Append, otherwise by Options::after.
//
// Append is safe from any thread; those who come at the same time share one sync. One process at
// a time has the log open. The format and the procedures: docs/audit-log.md.

#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>

#include "auth/audit/line.h"
#include "base/result.h"
#include "base/values/timestamp.h"

namespace orgreg::auth {

class AuditLog {
 public:
  struct Options {
    std::function<base::Timestamp()> clock = {};  // The system's, where empty.
    // Where there is no file at the path: the file whose chain the new one continues.
    std::string after = {};
    // Called with the descriptor, answers 0 or fails with errno; fdatasync, where empty.
    std::function<int(int)> sync = {};
  };

  // Makes the file (mode 0600) where there is none. kUnavailable while another process has it;
  // kInvalid where others than its owner may read or write it; kCorrupt where it ends in
  // something that no crash leaves; else as base::CodeOfErrno has it.
  static base::Result<std::unique_ptr<AuditLog>> Open(const std::string& path, Options options);
  static base::Result<std::unique_ptr<AuditLog>> Open(const std::string& path);
  ~AuditLog();

  // Returns when the line is on the disk. An error (kUnavailable where there is no room) means that
  // it may not be: refuse the answer.
  base::Status Append(const AuditEntry& entry);

  // Of the newest line that is on the disk. Kept elsewhere now and then, it shows what the file
  // cannot: that its end was cut off.
  struct End {
    std::uint64_t sequence = 0;
    std::string hash = {};
  };
  End end() const;

 private:
  struct State;
  explicit AuditLog(std::unique_ptr<State> state);

  std::unique_ptr<State> state_;
};

}  // namespace orgreg::auth
